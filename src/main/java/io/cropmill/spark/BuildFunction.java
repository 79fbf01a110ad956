package io.cropmill.spark;

import io.cropmill.dataset.RunJournal;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.BuiltRecordings;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitBuilder;
import io.cropmill.rebuild.SplitResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Builds a task's splits. */
record BuildFunction(Locations locations, BuildSettings settings, RunJournal journal, Meters meters)
        implements FlatMapFunction<Iterator<BuildItem>, SplitResult> {
    @Override
    public Iterator<SplitResult> call(Iterator<BuildItem> items) throws IOException {
        return locations
                .open((source, target) -> {
                    SplitBuilder builder = new SplitBuilder(source, target, settings);
                    try (TaskJournal noted = new TaskJournal(journal, target)) {
                        List<SplitResult> results = new ArrayList<>();
                        while (items.hasNext()) {
                            results.add(built(builder, items.next(), noted));
                        }
                        return results;
                    }
                })
                .iterator();
    }

    private SplitResult built(SplitBuilder builder, BuildItem item, TaskJournal noted) throws IOException {
        Split split = item.work().split();
        SplitResult result = builder.build(item.work(), meters::add);
        if (split.of() == 1 && result.problem() == null) {
            noted.add(BuiltRecordings.entry(
                    journal.version(), split.recording().name(), item.source(), result.builtFiles()));
        }
        if (split.index() == 0) {
            meters.recordings().add(1);
        }
        return result;
    }
}
