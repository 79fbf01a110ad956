package io.cropmill.spark;

import io.cropmill.dataset.RecordingEntry;
import io.cropmill.dataset.ReusedFiles;
import io.cropmill.dataset.RunJournal;
import io.cropmill.ragged.PairRasters;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.ReusedRecording;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Makes rasters of pairs that are taken over. */
public record RasterFunction(Locations locations, RunJournal journal, Meters meters)
        implements FlatMapFunction<Iterator<ReusedRecording>, RasterFunction.Rastered> {
    /**
     * A recording with all of its rasters.
     *
     * @param saturated values that float16 could not hold
     * @param reach which points reached a cell of the rasters that were made, by name
     */
    public record Rastered(RecordingEntry entry, long saturated, Map<String, RasterReach> reach)
            implements java.io.Serializable {}

    @Override
    public Iterator<Rastered> call(Iterator<ReusedRecording> recordings) throws IOException {
        return locations
                .open((source, target) -> {
                    List<Rastered> results = new ArrayList<>();
                    try (TaskJournal noted = new TaskJournal(journal, target)) {
                        while (recordings.hasNext()) {
                            Rastered result = made(target, recordings.next());
                            noted.add(result.entry());
                            results.add(result);
                            meters.recordings().add(1);
                            meters.add(
                                    result.entry().crops(),
                                    result.entry().files().points().bytes());
                        }
                    }
                    return results;
                })
                .iterator();
    }

    private Rastered made(Storage target, ReusedRecording recording) throws IOException {
        RaggedTarget output = target(journal, recording.missing());
        // The rasters' files are published, and their folder synced, after the links that they stand beside.
        RecordingEntry entry = ReusedFiles.carry(target, recording.entry(), journal.version(), new HashSet<>());
        PairRasters.Made made = new PairRasters(target, output)
                .make(
                        entry.name(),
                        entry.files().metadata(),
                        entry.files().points(),
                        journal.recipe().pointDtype());
        SortedMap<String, WrittenFile> rasters = new TreeMap<>(entry.files().rasters());
        rasters.putAll(made.rasters());
        return new Rastered(entry.withRasters(rasters), made.saturated(), made.reach());
    }

    /** Where rasters of a run's version go. */
    static RaggedTarget target(RunJournal journal, List<RasterSpec> rasters) {
        return new RaggedTarget(journal.version(), journal.recipe().recipe().withRasters(rasters));
    }
}
