package io.cropmill.spark;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.Recording;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.BuildWork;
import io.cropmill.rebuild.CountedSource;
import io.cropmill.rebuild.PlannedRecording;
import io.cropmill.rebuild.RecordingProblem;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitCount;
import io.cropmill.rebuild.SplitCounter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Reads the points of a task's splits, and keeps none. */
public record FullReadFunction(Locations locations, BuildSettings settings)
        implements FlatMapFunction<Iterator<Split>, SplitCount> {
    /** One that reads on the executors. */
    public static CountedSource.FullRead on(JavaSparkContext spark, Locations locations, BuildSettings settings) {
        return recording -> problem(spark, recording, new FullReadFunction(locations, settings));
    }

    private static Optional<RecordingProblem> problem(
            JavaSparkContext spark, PlannedRecording recording, FullReadFunction read) throws IOException {
        List<Stage.Task<Split>> tasks = recording.work().stream()
                .map(BuildWork::split)
                .map(split -> new Stage.Task<>(List.of(split), List.of()))
                .toList();
        return Stage.run(spark, "Read " + recording.source().name(), tasks, read).stream()
                .map(SplitCount::problem)
                .filter(Objects::nonNull)
                .findFirst();
    }

    @Override
    public Iterator<SplitCount> call(Iterator<Split> splits) throws IOException {
        return locations
                .open((source, target) -> {
                    List<SplitCount> counts = new ArrayList<>();
                    SplitCounter counter = new SplitCounter(source, settings);
                    while (splits.hasNext()) {
                        counts.add(counter.count(splits.next(), (held, before) -> {}, this::read));
                    }
                    return counts;
                })
                .iterator();
    }

    private void read(Recording recording, long first, long end) throws IOException {
        try (CropReader reader = recording.read(first, end, settings.batchBytes())) {
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                next.get().close();
            }
        }
    }
}
