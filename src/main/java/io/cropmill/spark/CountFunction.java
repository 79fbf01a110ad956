package io.cropmill.spark;

import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitCount;
import io.cropmill.rebuild.SplitCounter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;

/** The count pass over a task's splits. */
record CountFunction(Locations locations, BuildSettings settings, Meters meters)
        implements FlatMapFunction<Iterator<Split>, SplitCount> {
    @Override
    public Iterator<SplitCount> call(Iterator<Split> splits) throws IOException {
        return locations
                .open((source, target) -> {
                    List<SplitCount> counts = new ArrayList<>();
                    SplitCounter counter = new SplitCounter(source, settings);
                    while (splits.hasNext()) {
                        SplitCount count = counter.count(splits.next());
                        counts.add(count);
                        if (count.split().index() == 0) {
                            meters.recordings().add(1);
                        }
                    }
                    return counts;
                })
                .iterator();
    }
}
