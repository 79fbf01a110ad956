package io.cropmill.spark;

import io.cropmill.dataset.RecordingEntry;
import io.cropmill.dataset.RunJournal;
import io.cropmill.ragged.PairRasters;
import io.cropmill.raster.RasterReach;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Counts which points reach the rasters of recordings that a run which died has finished: its counts died with it. */
public record ReachFunction(Locations locations, RunJournal journal)
        implements FlatMapFunction<Iterator<RecordingEntry>, ReachFunction.Reached> {
    /**
     * A recording and what was counted.
     *
     * @param rasters by name
     */
    public record Reached(String recording, Map<String, RasterReach> rasters) implements java.io.Serializable {}

    @Override
    public Iterator<Reached> call(Iterator<RecordingEntry> recordings) throws IOException {
        return locations
                .open((source, target) -> {
                    List<Reached> results = new ArrayList<>();
                    while (recordings.hasNext()) {
                        RecordingEntry entry = recordings.next();
                        PairRasters pair = new PairRasters(
                                target,
                                RasterFunction.target(
                                        journal,
                                        journal.recipe().rasters().stream()
                                                .filter(raster ->
                                                        raster.rasterizerClass().isEmpty()
                                                                && entry.files()
                                                                        .rasters()
                                                                        .containsKey(raster.name()))
                                                .toList()));
                        results.add(new Reached(
                                entry.name(),
                                pair.reach(
                                        entry.name(),
                                        entry.files().metadata(),
                                        entry.files().points(),
                                        journal.recipe().pointDtype())));
                    }
                    return results;
                })
                .iterator();
    }
}
