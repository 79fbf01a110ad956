package io.cropmill.spark;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.dataset.ReusedFiles;
import io.cropmill.dataset.RunJournal;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.SourceFile;
import io.cropmill.ragged.PairRasters;
import io.cropmill.ragged.RaggedFiles;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.BuildWork;
import io.cropmill.rebuild.BuiltRecordings;
import io.cropmill.rebuild.ContentHash;
import io.cropmill.rebuild.CountedSource;
import io.cropmill.rebuild.PlannedRecording;
import io.cropmill.rebuild.ReusedRecording;
import io.cropmill.rebuild.RunReach;
import io.cropmill.rebuild.SourceFingerprints;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitBuilder;
import io.cropmill.rebuild.SplitCount;
import io.cropmill.rebuild.SplitCounter;
import io.cropmill.rebuild.SplitPlan;
import io.cropmill.rebuild.SplitResult;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.Failures;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The stages of a rebuild that run on executors: hash, check, count, build, join, raster.
 *
 * @param splitBytes source bytes that a split is worth the trouble for
 * @param metrics told what is being built
 */
public record RebuildStages(Cluster cluster, long splitBytes, JobMetrics metrics) {
    /** A count reads a page of a padded row of sixteen, or a column of many: as a task it is that much smaller. */
    private static final int BYTES_A_COUNTED_BYTE = 16;

    /** Hashes the content of recordings' files, each once, whatever number of recordings share it. */
    public List<ContentHash> hash(List<SourceRecording> recordings) throws IOException {
        List<FileEntry> files = recordings.stream()
                .flatMap(recording -> recording.files().stream())
                .distinct()
                .toList();
        return cluster.stage("Hash", files, FileEntry::path)
                .sized(FileEntry::bytes)
                .placed(file -> new Split.FileRange(file.path(), 0, file.bytes()))
                .metered("hash")
                .each(task -> file -> ContentHash.of(task.source(), file, bytes -> task.add(0, bytes)));
    }

    /** Those that compare retired recordings with their certificates. */
    public RetiredStages retired() {
        return new RetiredStages(cluster);
    }

    /** Names of those recordings whose files, read back, are as they were written. */
    public Set<String> whole(List<RecordingEntry> recordings) throws IOException {
        List<Boolean> whole = cluster.stage("Check", recordings, RecordingEntry::name)
                .sized(recording -> recording.files().bytes())
                .each(task -> recording -> isWhole(task.target(), recording));
        Set<String> names = new HashSet<>();
        for (int i = 0; i < whole.size(); i++) {
            if (whole.get(i)) {
                names.add(recordings.get(i).name());
            }
        }
        return names;
    }

    private static boolean isWhole(Storage target, RecordingEntry recording) throws IOException {
        for (WrittenFile file : recording.files().all().toList()) {
            try {
                if (!Checksums.read(target, file.path()).equals(file)) {
                    return false;
                }
            } catch (IOException e) {
                if (Failures.isInterruption(e)) {
                    throw e;
                }
                // Gone, or unreadable for whatever reason: the work is done again.
                return false;
            }
        }
        return true;
    }

    /** Counts crops and points of all recordings. */
    public CountedSource count(List<SourceRecording> recordings, BuildSettings settings, Optional<String> carriedType)
            throws IOException {
        List<Split> splits = SplitPlan.splits(recordings, cluster.cores(), splitBytes);
        List<SplitCount> counts = cluster.stage("Count", splits, RebuildStages::name)
                .sized(split -> split.bytes() / BYTES_A_COUNTED_BYTE)
                .placed(Split::place)
                .counting(Split::isFirst)
                .metered("count", 0)
                .each(task -> new SplitCounter(task.source(), settings)::count);
        return CountedSource.of(counts, carriedType, fullRead(cluster, settings));
    }

    private static String name(Split split) {
        return split.recording().name();
    }

    /** Reads the points of recordings on the executors, and keeps none. */
    public static CountedSource.FullRead fullRead(Cluster cluster, BuildSettings settings) {
        return recording -> cluster
                .stage("Read", recording.work().stream().map(BuildWork::split).toList(), RebuildStages::name)
                .each(task -> {
                    SplitCounter counter = new SplitCounter(task.source(), settings);
                    return split -> counter.count(split, (held, source) -> {}, (opened, first, end) -> {
                        try (CropReader reader = opened.read(first, end, settings.batchBytes())) {
                            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                                next.get().close();
                            }
                        }
                    });
                })
                .stream()
                .map(SplitCount::problem)
                .filter(Objects::nonNull)
                .findFirst();
    }

    /**
     * A split to build.
     *
     * @param source what the manifest will say of the recording's source
     */
    private record BuildItem(BuildWork work, SourceFile source) implements Serializable {
        Split split() {
            return work.split();
        }
    }

    /** Builds recordings; results in order, one a recording. */
    public List<SplitResult> build(
            List<PlannedRecording> recordings,
            BuildSettings settings,
            SourceFingerprints fingerprints,
            RunJournal journal)
            throws IOException {
        List<BuildItem> items = recordings.stream()
                .flatMap(recording ->
                        recording.work().stream().map(work -> new BuildItem(work, fingerprints.of(recording))))
                .toList();
        long bytes = items.stream().mapToLong(item -> item.split().bytes()).sum();
        Meters meters = cluster.meters("build", recordings.size(), bytes);
        metrics.measure(meters);
        List<SplitResult> parts = cluster.stage("Build", items, item -> name(item.split()))
                .sized(item -> item.split().bytes())
                .placed(item -> item.split().place())
                .counting(item -> item.split().isFirst())
                .metered(meters)
                .each(task -> {
                    SplitBuilder builder = new SplitBuilder(task.source(), task.target(), settings);
                    return item -> built(task, builder, item, journal);
                });
        return joined(parts, items, settings.output(), journal);
    }

    private static SplitResult built(StageTask task, SplitBuilder builder, BuildItem item, RunJournal journal)
            throws IOException {
        SplitResult result = builder.build(item.work(), task::add);
        if (item.split().of() == 1 && result.problem() == null) {
            task.finish(
                    journal,
                    BuiltRecordings.entry(journal.version(), name(item.split()), item.source(), result.builtFiles()));
        }
        return result;
    }

    /**
     * All parts of one recording, in row order.
     *
     * @param source what the manifest will say of the recording's source
     */
    private record Parts(ArrayList<SplitResult> parts, SourceFile source) implements Serializable {
        String name() {
            return RebuildStages.name(parts.get(0).split());
        }

        /** Of all parts of all files. */
        long bytes() {
            return parts.stream()
                    .flatMap(part -> part.builtFiles().all())
                    .mapToLong(WrittenFile::bytes)
                    .sum();
        }
    }

    /** Recordings with a problem in any part keep that part as their result; whole ones are done already. */
    private List<SplitResult> joined(
            List<SplitResult> parts, List<BuildItem> items, RaggedTarget output, RunJournal journal)
            throws IOException {
        List<SplitResult> results = new ArrayList<>();
        List<Parts> cut = new ArrayList<>();
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
                cut.add(new Parts(new ArrayList<>(recording), items.get(first).source()));
            }
            results.add(worst);
            first += split.of();
        }
        List<SplitResult> joined = join(cut, output, journal);
        for (int i = 0; i < places.size(); i++) {
            results.set(places.get(i), joined.get(i));
        }
        return results;
    }

    /**
     * Joins the parts of large recordings, as many at a time as there are cores, for where joining is copying, parts and
     * wholes lie side by side. The driver deletes parts, and only once their recordings are joined: a task may have a
     * second attempt, which must find what the first one found. Where parts became the whole there is nothing left of
     * them, save of empty ones; where they were copied, which HDFS does too, all of them go.
     */
    private List<SplitResult> join(List<Parts> recordings, RaggedTarget output, RunJournal journal) throws IOException {
        int atOnce = cluster.cores();
        List<SplitResult> results = new ArrayList<>();
        Meters meters = cluster.meters(
                "join",
                recordings.size(),
                recordings.stream().mapToLong(Parts::bytes).sum());
        for (int first = 0; first < recordings.size(); first += atOnce) {
            List<Parts> some = recordings.subList(first, Math.min(recordings.size(), first + atOnce));
            results.addAll(cluster.stage("Join", some, Parts::name)
                    .metered(meters)
                    .each(task -> recording -> join(task, recording, output, journal)));
            for (Parts recording : some) {
                for (SplitResult part : recording.parts()) {
                    for (WrittenFile file : part.builtFiles().all().toList()) {
                        cluster.target().delete(file.path());
                    }
                }
            }
        }
        return results;
    }

    private static SplitResult join(StageTask task, Parts recording, RaggedTarget output, RunJournal journal)
            throws IOException {
        List<RaggedFiles> parts =
                recording.parts().stream().map(SplitResult::builtFiles).toList();
        RaggedFiles whole = RaggedFiles.join(task.target(), output, recording.name(), parts);
        task.finish(journal, BuiltRecordings.entry(journal.version(), recording.name(), recording.source(), whole));
        task.add(whole.tally().crops(), recording.bytes());
        return new SplitResult(recording.parts().get(0).split(), whole, null);
    }

    /**
     * A recording with all of its rasters.
     *
     * @param saturated values that float16 could not hold
     * @param reach which points reached a cell of the rasters that were made, by name
     */
    public record Rastered(RecordingEntry entry, long saturated, Map<String, RasterReach> reach)
            implements Serializable {}

    /** Makes the missing rasters of pairs that are taken over; results in order. */
    public List<Rastered> raster(List<ReusedRecording> recordings, RunJournal journal) throws IOException {
        return cluster.stage(
                        "Raster", recordings, recording -> recording.entry().name())
                .sized(recording -> recording.entry().files().points().bytes())
                .metered("raster")
                .each(task -> recording -> {
                    Rastered rastered = raster(task.target(), recording, journal);
                    task.finish(journal, rastered.entry());
                    RecordingEntry entry = rastered.entry();
                    task.add(entry.crops(), entry.files().points().bytes());
                    return rastered;
                });
    }

    private static Rastered raster(Storage target, ReusedRecording recording, RunJournal journal) throws IOException {
        RaggedTarget output = output(journal, recording.missing());
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
    private static RaggedTarget output(RunJournal journal, List<RasterSpec> rasters) {
        return new RaggedTarget(journal.version(), journal.recipe().recipe().withRasters(rasters));
    }

    /**
     * Adds which points of recordings reach a cell of the rasters that they have: what a run that died has counted died
     * with it.
     */
    public void addReach(RunReach reach, List<RecordingEntry> recordings, RunJournal journal) throws IOException {
        List<Map<String, RasterReach>> found = cluster.stage("Look at points of", recordings, RecordingEntry::name)
                .sized(recording -> recording.files().points().bytes())
                .each(task -> recording -> reach(task.target(), recording, journal));
        for (int i = 0; i < found.size(); i++) {
            reach.add(recordings.get(i).name(), found.get(i));
        }
    }

    private static Map<String, RasterReach> reach(Storage target, RecordingEntry entry, RunJournal journal)
            throws IOException {
        List<RasterSpec> rasters = journal.recipe().rasters().stream()
                .filter(raster -> raster.rasterizerClass().isEmpty()
                        && entry.files().rasters().containsKey(raster.name()))
                .toList();
        return new PairRasters(target, output(journal, rasters))
                .reach(
                        entry.name(),
                        entry.files().metadata(),
                        entry.files().points(),
                        journal.recipe().pointDtype());
    }
}
