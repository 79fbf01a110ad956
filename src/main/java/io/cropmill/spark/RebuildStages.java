package io.cropmill.spark;

import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.BuildWork;
import io.cropmill.rebuild.CountedSource;
import io.cropmill.rebuild.PlannedRecording;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitPlan;
import io.cropmill.rebuild.SplitResult;
import io.cropmill.report.Progress;
import io.cropmill.report.ProgressState;
import io.cropmill.report.ProgressTicker;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;

/** The stages of a rebuild that run on executors: count, build, join. */
final class RebuildStages {
    private final JavaSparkContext spark;
    private final Progress progress;
    private final Storage source;
    private final Locations locations;
    private final BuildSettings settings;
    private final long splitBytes;

    RebuildStages(
            JavaSparkContext spark,
            Progress progress,
            Storage source,
            Storage target,
            BuildSettings settings,
            long splitBytes) {
        this.spark = spark;
        this.progress = progress;
        this.source = source;
        this.locations = Locations.of(spark, source, target);
        this.settings = settings;
        this.splitBytes = splitBytes;
    }

    /** Counts crops and points of all recordings. */
    CountedSource count(List<SourceRecording> recordings) throws IOException {
        int cores = spark.defaultParallelism();
        List<List<Split>> tasks = SplitPlan.tasks(SplitPlan.splits(recordings, cores, splitBytes), cores);
        Meters meters = Meters.of(spark, "count");
        try (ProgressTicker ticker = ticker("count", meters, recordings.size(), 0)) {
            return CountedSource.of(Stage.run(
                    spark,
                    "Count " + naming(recordings),
                    located(tasks, split -> split),
                    new CountFunction(locations, settings, meters)));
        }
    }

    /** Builds recordings; results in order, one a recording. */
    List<SplitResult> build(List<PlannedRecording> recordings) throws IOException {
        List<BuildWork> work = recordings.stream()
                .flatMap(recording -> recording.work().stream())
                .toList();
        long bytes = work.stream().mapToLong(item -> item.split().bytes()).sum();
        List<SourceRecording> sources =
                recordings.stream().map(PlannedRecording::source).toList();
        Meters meters = Meters.of(spark, "build");
        List<SplitResult> parts;
        try (ProgressTicker ticker = ticker("build", meters, recordings.size(), bytes)) {
            parts = Stage.run(
                    spark,
                    "Build " + naming(sources),
                    located(SplitPlan.tasks(work, BuildWork::bytes, spark.defaultParallelism()), BuildWork::split),
                    new BuildFunction(locations, settings, meters));
        }
        return join(parts);
    }

    /** Recordings with a problem in any part keep that part as their result; whole ones are done already. */
    private List<SplitResult> join(List<SplitResult> parts) {
        List<SplitResult> results = new ArrayList<>();
        List<Stage.Task<JoinFunction.Parts>> tasks = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int first = 0; first < parts.size(); ) {
            int of = parts.get(first).split().of();
            List<SplitResult> recording = parts.subList(first, first + of);
            SplitResult worst = recording.stream()
                    .filter(part -> part.problem() != null)
                    .findFirst()
                    .orElse(recording.get(0));
            if (of > 1 && worst.problem() == null) {
                places.add(results.size());
                tasks.add(new Stage.Task<>(List.of(new JoinFunction.Parts(new ArrayList<>(recording))), List.of()));
            }
            results.add(worst);
            first += of;
        }
        List<SplitResult> joined = Stage.run(
                spark,
                "Join the parts of " + tasks.size() + " large recordings",
                tasks,
                new JoinFunction(locations, settings.output()));
        for (int i = 0; i < places.size(); i++) {
            results.set(places.get(i), joined.get(i));
        }
        return results;
    }

    private interface SplitOf<T> {
        Split of(T item);
    }

    /** A task runs best where the bytes of its largest split are. */
    private <T extends java.io.Serializable> List<Stage.Task<T>> located(List<List<T>> tasks, SplitOf<T> split)
            throws IOException {
        List<Stage.Task<T>> located = new ArrayList<>();
        for (List<T> items : tasks) {
            Split largest = items.stream()
                    .map(split::of)
                    .max(Comparator.comparingLong(Split::bytes))
                    .orElseThrow();
            long offset = Math.multiplyExact(largest.bytes(), (long) largest.index());
            List<String> hosts = source.hosts(largest.recording().file().path(), offset, largest.bytes());
            located.add(new Stage.Task<>(items, hosts));
        }
        return located;
    }

    private ProgressTicker ticker(String phase, Meters meters, long recordings, long bytes) {
        return ProgressTicker.start(
                progress,
                () -> new ProgressState(
                        phase,
                        meters.recordings().value(),
                        recordings,
                        meters.crops().value(),
                        meters.bytes().value(),
                        bytes));
    }

    private static String naming(List<SourceRecording> recordings) {
        return switch (recordings.size()) {
            case 0 -> "nothing";
            case 1 -> recordings.get(0).name();
            default ->
                recordings.size() + " recordings, " + recordings.get(0).name() + " to "
                        + recordings.get(recordings.size() - 1).name();
        };
    }
}
