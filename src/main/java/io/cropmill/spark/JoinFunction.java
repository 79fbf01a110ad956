package io.cropmill.spark;

import io.cropmill.dataset.RunJournal;
import io.cropmill.dataset.SourceFile;
import io.cropmill.ragged.RaggedFiles;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.rebuild.BuiltRecordings;
import io.cropmill.rebuild.SplitResult;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Joins the parts of recordings that several tasks have built. */
record JoinFunction(Locations locations, RaggedTarget output, RunJournal journal, Meters meters)
        implements FlatMapFunction<Iterator<JoinFunction.Parts>, SplitResult> {
    /**
     * All parts of one recording, in row order.
     *
     * @param source what the manifest will say of the recording's source
     */
    record Parts(ArrayList<SplitResult> parts, SourceFile source) implements java.io.Serializable {
        /** Of all parts of all files. */
        long bytes() {
            return parts.stream()
                    .flatMap(part -> part.builtFiles().all())
                    .mapToLong(WrittenFile::bytes)
                    .sum();
        }
    }

    @Override
    public Iterator<SplitResult> call(Iterator<Parts> recordings) throws IOException {
        return locations
                .open((source, target) -> {
                    List<SplitResult> results = new ArrayList<>();
                    try (TaskJournal noted = new TaskJournal(journal, target)) {
                        while (recordings.hasNext()) {
                            Parts recording = recordings.next();
                            SplitResult whole = joined(target, recording, noted);
                            results.add(whole);
                            meters.recordings().add(1);
                            meters.add(whole.builtFiles().tally().crops(), recording.bytes());
                        }
                    }
                    return results;
                })
                .iterator();
    }

    private SplitResult joined(Storage target, Parts recording, TaskJournal noted) throws IOException {
        SplitResult first = recording.parts().get(0);
        String name = first.split().recording().name();
        List<RaggedFiles> parts = new ArrayList<>();
        for (SplitResult part : recording.parts()) {
            parts.add(part.builtFiles());
        }
        RaggedFiles whole = RaggedFiles.join(target, output, name, parts);
        noted.add(BuiltRecordings.entry(journal.version(), name, recording.source(), whole));
        return new SplitResult(first.split(), whole, null);
    }
}
