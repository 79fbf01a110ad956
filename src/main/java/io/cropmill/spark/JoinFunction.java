package io.cropmill.spark;

import io.cropmill.ragged.RaggedFiles;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.rebuild.SplitResult;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Joins the parts of recordings that several tasks have built. */
record JoinFunction(Locations locations, RaggedTarget output)
        implements FlatMapFunction<Iterator<JoinFunction.Parts>, SplitResult> {
    /** All parts of one recording, in row order. */
    record Parts(ArrayList<SplitResult> parts) implements java.io.Serializable {}

    @Override
    public Iterator<SplitResult> call(Iterator<Parts> recordings) throws IOException {
        List<SplitResult> results = new ArrayList<>();
        try (Storage target = locations.openTarget()) {
            while (recordings.hasNext()) {
                List<SplitResult> parts = recordings.next().parts();
                String name = parts.get(0).split().recording().name();
                List<RaggedFiles> files = new ArrayList<>();
                for (SplitResult part : parts) {
                    files.add(part.builtFiles());
                }
                results.add(new SplitResult(parts.get(0).split(), RaggedFiles.join(target, output, name, files), null));
            }
        }
        return results.iterator();
    }
}
