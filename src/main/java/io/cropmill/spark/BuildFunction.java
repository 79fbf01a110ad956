package io.cropmill.spark;

import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.BuildWork;
import io.cropmill.rebuild.SplitBuilder;
import io.cropmill.rebuild.SplitResult;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Builds a task's splits. */
record BuildFunction(Locations locations, BuildSettings settings, Meters meters)
        implements FlatMapFunction<Iterator<BuildWork>, SplitResult> {
    @Override
    public Iterator<SplitResult> call(Iterator<BuildWork> works) throws IOException {
        List<SplitResult> results = new ArrayList<>();
        try (Storage source = locations.openSource();
                Storage target = locations.openTarget()) {
            SplitBuilder builder = new SplitBuilder(source, target, settings);
            while (works.hasNext()) {
                BuildWork work = works.next();
                results.add(builder.build(work, meters::add));
                if (work.split().index() == 0) {
                    meters.recordings().add(1);
                }
            }
        }
        return results.iterator();
    }
}
