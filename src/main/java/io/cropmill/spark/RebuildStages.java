package io.cropmill.spark;

import io.cropmill.dataset.RecordingEntry;
import io.cropmill.dataset.RunJournal;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.ContentHash;
import io.cropmill.rebuild.CountedSource;
import io.cropmill.rebuild.PlannedRecording;
import io.cropmill.rebuild.ReusedRecording;
import io.cropmill.rebuild.SourceFingerprints;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitPlan;
import io.cropmill.rebuild.SplitResult;
import io.cropmill.report.Progress;
import io.cropmill.report.ProgressTicker;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.spark.api.java.JavaSparkContext;

/** The stages of a rebuild that run on executors: hash, check, count, build, join, raster. */
public final class RebuildStages {
    /** A count reads a page of a padded row of sixteen, or a column of many: as a task it is that much smaller. */
    private static final int BYTES_A_COUNTED_BYTE = 16;

    private final JavaSparkContext spark;
    private final Progress progress;
    private final Storage source;
    private final Locations locations;
    private final long splitBytes;
    private final JobMetrics metrics;

    public RebuildStages(
            JavaSparkContext spark,
            Progress progress,
            Storage source,
            Locations locations,
            long splitBytes,
            JobMetrics metrics) {
        this.spark = spark;
        this.progress = progress;
        this.source = source;
        this.locations = locations;
        this.splitBytes = splitBytes;
        this.metrics = metrics;
    }

    /** Hashes the content of recordings' files, each once, whatever number of recordings share it. */
    public List<ContentHash> hash(List<SourceRecording> recordings) throws IOException {
        List<FileEntry> files = recordings.stream()
                .flatMap(recording -> recording.files().stream())
                .distinct()
                .toList();
        Meters meters = Meters.of(spark, "hash");
        List<List<FileEntry>> tasks = SplitPlan.tasks(files, FileEntry::bytes, Cores.of(spark));
        try (ProgressTicker ticker = ticker("hash", meters, files.size(), bytes(files, FileEntry::bytes))) {
            return Stage.run(
                    spark,
                    "Hash " + Stage.naming(recordings, SourceRecording::name),
                    located(tasks, FileEntry::bytes, file -> new Split.FileRange(file.path(), 0, file.bytes())),
                    new HashFunction(locations, meters));
        }
    }

    /** Those that compare retired recordings with their certificates. */
    public RetiredStages retired() {
        return new RetiredStages(spark, locations);
    }

    /** Names of those recordings whose files, read back, are as they were written. */
    public Set<String> whole(List<RecordingEntry> recordings) throws IOException {
        return new HashSet<>(Stage.run(
                spark,
                "Check " + Stage.naming(recordings, RecordingEntry::name),
                anywhere(SplitPlan.tasks(
                        recordings, recording -> recording.files().bytes(), Cores.of(spark))),
                new CheckFunction(locations)));
    }

    /** Counts crops and points of all recordings. */
    public CountedSource count(List<SourceRecording> recordings, BuildSettings settings, Optional<String> carriedType)
            throws IOException {
        int cores = Cores.of(spark);
        List<List<Split>> tasks = SplitPlan.tasks(
                SplitPlan.splits(recordings, cores, splitBytes), split -> split.bytes() / BYTES_A_COUNTED_BYTE, cores);
        Meters meters = Meters.of(spark, "count");
        try (ProgressTicker ticker = ticker("count", meters, recordings.size(), 0)) {
            return CountedSource.of(
                    Stage.run(
                            spark,
                            "Count " + Stage.naming(recordings, SourceRecording::name),
                            located(tasks, Split::bytes, Split::place),
                            new CountFunction(locations, settings, meters)),
                    carriedType,
                    FullReadFunction.on(spark, locations, settings));
        }
    }

    /** Builds recordings; results in order, one a recording. */
    public List<SplitResult> build(
            List<PlannedRecording> recordings,
            BuildSettings settings,
            SourceFingerprints fingerprints,
            RunJournal journal)
            throws IOException {
        List<BuildItem> work = recordings.stream()
                .flatMap(recording ->
                        recording.work().stream().map(part -> new BuildItem(part, fingerprints.of(recording))))
                .toList();
        Meters meters = Meters.of(spark, "build");
        metrics.measure(meters);
        List<SplitResult> parts;
        try (ProgressTicker ticker = ticker(
                "build",
                meters,
                recordings.size(),
                bytes(work, item -> item.work().bytes()))) {
            parts = Stage.run(
                    spark,
                    "Build "
                            + Stage.naming(
                                    recordings, recording -> recording.source().name()),
                    located(
                            SplitPlan.tasks(work, item -> item.work().bytes(), Cores.of(spark)),
                            item -> item.work().split().bytes(),
                            item -> item.work().split().place()),
                    new BuildFunction(locations, settings, journal, meters));
        }
        return join(parts, work, settings, journal);
    }

    /** Recordings with a problem in any part keep that part as their result; whole ones are done already. */
    private List<SplitResult> join(
            List<SplitResult> parts, List<BuildItem> work, BuildSettings settings, RunJournal journal)
            throws IOException {
        List<SplitResult> results = new ArrayList<>();
        List<JoinFunction.Parts> cut = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int first = 0; first < parts.size(); ) {
            Split split = parts.get(first).split();
            List<SplitResult> recording = parts.subList(first, first + split.of());
            SplitResult worst = recording.stream()
                    .filter(part -> part.problem() != null)
                    .findFirst()
                    .orElse(recording.get(0));
            if (split.of() > 1 && worst.problem() == null) {
                places.add(results.size());
                cut.add(new JoinFunction.Parts(
                        new ArrayList<>(recording), work.get(first).source()));
            }
            results.add(worst);
            first += split.of();
        }
        List<SplitResult> joined =
                new JoinStage(spark, progress, locations, Cores.of(spark)).run(cut, settings.output(), journal);
        for (int i = 0; i < places.size(); i++) {
            results.set(places.get(i), joined.get(i));
        }
        return results;
    }

    /** Makes the missing rasters of pairs that are taken over; results in order. */
    public List<RasterFunction.Rastered> raster(List<ReusedRecording> recordings, RunJournal journal)
            throws IOException {
        Meters meters = Meters.of(spark, "raster");
        ToLongFunction<ReusedRecording> size =
                recording -> recording.entry().files().points().bytes();
        try (ProgressTicker ticker = ticker("raster", meters, recordings.size(), bytes(recordings, size))) {
            return Stage.run(
                    spark,
                    "Raster "
                            + Stage.naming(
                                    recordings, recording -> recording.entry().name()),
                    anywhere(SplitPlan.tasks(recordings, size, Cores.of(spark))),
                    new RasterFunction(locations, journal, meters));
        }
    }

    /** Counts which points of recordings reach a cell of the rasters that they have. */
    public List<ReachFunction.Reached> reach(List<RecordingEntry> recordings, RunJournal journal) throws IOException {
        return Stage.run(
                spark,
                "Look at points of " + Stage.naming(recordings, RecordingEntry::name),
                anywhere(SplitPlan.tasks(
                        recordings, recording -> recording.files().points().bytes(), Cores.of(spark))),
                new ReachFunction(locations, journal));
    }

    private interface PlaceOf<T> {
        Split.FileRange of(T item);
    }

    /** A task runs best where its largest piece is. */
    private <T extends java.io.Serializable> List<Stage.Task<T>> located(
            List<List<T>> tasks, ToLongFunction<T> bytes, PlaceOf<T> place) {
        List<Stage.Task<T>> located = new ArrayList<>();
        for (List<T> items : tasks) {
            T largest = items.stream().max(Comparator.comparingLong(bytes)).orElseThrow();
            located.add(new Stage.Task<>(items, Stage.hosts(source, place.of(largest))));
        }
        return located;
    }

    private static <T extends java.io.Serializable> List<Stage.Task<T>> anywhere(List<List<T>> tasks) {
        return tasks.stream().map(items -> new Stage.Task<>(items, List.of())).toList();
    }

    private ProgressTicker ticker(String phase, Meters meters, long recordings, long bytes) {
        return ProgressTicker.start(progress, () -> meters.state(spark, phase, recordings, bytes));
    }

    private static <T> long bytes(List<T> items, ToLongFunction<T> size) {
        return items.stream().mapToLong(size).sum();
    }
}
