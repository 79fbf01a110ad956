package io.cropmill.job;

import io.cropmill.config.Problem;
import io.cropmill.config.Settings;
import io.cropmill.config.SettingsException;
import io.cropmill.dataset.RecordingNames;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.SkippedRecording;
import io.cropmill.inspect.InspectedLocation;
import io.cropmill.inspect.Inspection;
import io.cropmill.inspect.InspectionBuilder;
import io.cropmill.inspect.InspectionJson;
import io.cropmill.inspect.InspectionReport;
import io.cropmill.inspect.InspectionSample;
import io.cropmill.inspect.InspectionText;
import io.cropmill.inspect.MachineMemory;
import io.cropmill.inspect.NeededSettings;
import io.cropmill.inspect.PairProfiler;
import io.cropmill.inspect.PairProfiler.Pair;
import io.cropmill.inspect.Profile;
import io.cropmill.inspect.ProfileList;
import io.cropmill.inspect.SampledSplit;
import io.cropmill.inspect.ScanDepth;
import io.cropmill.inspect.SourceProfiler;
import io.cropmill.npy.RecordType;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.CountedSource;
import io.cropmill.rebuild.RecordingProblems;
import io.cropmill.rebuild.SourceListing;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitPlan;
import io.cropmill.report.Progress;
import io.cropmill.spark.Cluster;
import io.cropmill.spark.RasterClasses;
import io.cropmill.spark.RebuildStages;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.spark.api.java.JavaSparkContext;

/** One look at sources or datasets. */
final class InspectJob {
    private final JavaSparkContext spark;
    private final Progress progress;
    private final InspectRequest request;
    private final Settings given;

    InspectJob(JavaSparkContext spark, Progress progress, InspectRequest request) {
        this.spark = spark;
        this.progress = progress;
        this.request = request;
        this.given = request.settings();
    }

    JobOutcome run() throws IOException {
        List<Inspection> places = new ArrayList<>();
        for (InspectRequest.InspectedSource look : request.looks()) {
            places.add(
                    look.subject() instanceof InspectRequest.SourceFolder source
                            ? source(source, look.jobs())
                            : dataset((InspectRequest.Target) look.subject(), look.jobs()));
        }
        MachineMemory memory = request.ram().isPresent()
                ? new MachineMemory(request.ram().getAsLong(), "--ram")
                : MachineMemory.here();
        InspectionReport report = InspectionReport.of(places, memory, request.jobBytes(), depth());
        boolean json = request.options().contains(InspectRequest.InspectOption.JSON);
        return new JobOutcome(
                report.hasFaults() ? ExitCode.BAD_RECORDINGS : ExitCode.DONE,
                json ? InspectionJson.of(report) : InspectionText.of(report));
    }

    private Inspection source(InspectRequest.SourceFolder subject, int jobs) throws IOException {
        try (Storage storage = Storages.source(subject.location(), spark.hadoopConfiguration())) {
            List<SourceRecording> recordings =
                    SourceListing.of(storage, given.source(), given.tolerance().onBadRecording());
            NeededSettings needed = NeededSettings.of(storage, recordings.get(0), given);
            Settings settings = needed.settings();
            Cluster cluster = Cluster.of(spark, progress, storage, storage);
            List<Split> splits = SplitPlan.splits(
                    recordings, cluster.cores(), settings.work().splitBytes());
            List<Integer> runs = InspectionSample.runs(splits.size());
            List<SampledSplit> sampled = new ArrayList<>();
            for (int i = 0; i < splits.size(); i++) {
                sampled.add(new SampledSplit(splits.get(i), runs.get(i)));
            }
            BuildSettings build = build(settings);
            ScanDepth depth = depth();
            List<Profile> profiles = cluster.stage(
                            "Inspect", sampled, one -> one.split().recording().name())
                    .sized(one -> one.split().bytes())
                    .counting(one -> one.split().isFirst())
                    .metered("inspect", metered(recordings, SourceRecording::bytes))
                    .each(task -> {
                        SourceProfiler profiler = new SourceProfiler(task.source(), build, depth);
                        ProfileList profiled = new ProfileList();
                        return one -> {
                            Profile profile = profiler.profile(one);
                            task.add(
                                    profile.counts().crops(),
                                    bytes(depth, one.split().bytes()));
                            return profiled.kept(profile, one.split().of() == 1);
                        };
                    });
            InspectedLocation place = new InspectedLocation(
                    InspectedLocation.LocationKind.SOURCE, storage.root().toString(), Optional.empty());
            InspectionBuilder found = new InspectionBuilder(
                            place,
                            jobs,
                            settings.recipe().cap(),
                            settings.recipe().rasters())
                    .forRebuild(
                            needed.needed(),
                            refusals(recordings, profiles, settings, RebuildStages.fullRead(cluster, build)));
            for (int first = 0; first < splits.size(); ) {
                Split split = splits.get(first);
                found.add(
                        profiles.subList(first, first + split.of()),
                        split.recording().bytes());
                first += split.of();
            }
            return found.build();
        }
    }

    private static BuildSettings build(Settings settings) {
        RaggedTarget output = new RaggedTarget("", settings.recipe());
        return new BuildSettings(
                settings.source()
                        .fields()
                        .needing(RasterClasses.fields(settings.recipe().rasters())),
                output,
                settings.work().batchBytes());
    }

    /** Why a rebuild would refuse the source; nothing where it would not. */
    private static List<String> refusals(
            List<SourceRecording> recordings, List<Profile> profiles, Settings settings, CountedSource.FullRead read)
            throws IOException {
        List<String> names = RecordingNames.problems(
                recordings.stream().map(SourceRecording::name).toList(),
                settings.recipe().rasters());
        if (!names.isEmpty()) {
            return names;
        }
        CountedSource counted = CountedSource.of(
                profiles.stream()
                        .map(profile -> Objects.requireNonNull(profile.count()))
                        .toList(),
                Optional.empty(),
                read);
        RecordingProblems problems = counted.problems();
        try {
            problems.throwIfSettings(settings.tolerance(), counted.recordings().size());
        } catch (SettingsException e) {
            return e.problems().stream().map(Problem::sentence).toList();
        }
        return problems.exceed(settings.tolerance())
                ? problems.skipped().stream().map(SkippedRecording::reason).toList()
                : List.of();
    }

    private Inspection dataset(InspectRequest.Target subject, int jobs) throws IOException {
        try (Storage storage = Storages.of(subject.location(), spark.hadoopConfiguration())) {
            Manifest manifest = LiveVersion.manifest(storage, subject.version());
            List<RecordingEntry> recordings = manifest.recordings();
            List<Integer> runs = InspectionSample.runs(recordings.size());
            List<Pair> pairs = new ArrayList<>();
            for (int i = 0; i < recordings.size(); i++) {
                pairs.add(pair(recordings.get(i), runs.get(i)));
            }
            List<RasterSpec> rasters = manifest.recipe().rasters().isEmpty()
                    ? given.recipe().rasters()
                    : manifest.recipe().rasters();
            RecordType pointType = LiveVersion.pointType(manifest);
            long seed = manifest.recipe().seed();
            ScanDepth depth = depth();
            List<Profile> profiles = Cluster.of(spark, progress, storage, storage)
                    .stage("Inspect", pairs, Pair::name)
                    .sized(Pair::bytes)
                    .metered("inspect", metered(pairs, Pair::bytes))
                    .each(task -> {
                        PairProfiler profiler = new PairProfiler(task.target(), pointType, rasters, seed, depth);
                        ProfileList profiled = new ProfileList();
                        return pair -> {
                            Profile profile = profiler.profile(pair);
                            task.add(profile.counts().crops(), bytes(depth, pair.bytes()));
                            return profiled.kept(profile, true);
                        };
                    });
            InspectedLocation place = new InspectedLocation(
                    InspectedLocation.LocationKind.DATASET, storage.root().toString(), Optional.of(manifest.version()));
            InspectionBuilder found =
                    new InspectionBuilder(place, jobs, manifest.recipe().cap(), rasters);
            for (int i = 0; i < profiles.size(); i++) {
                found.add(List.of(profiles.get(i)), recordings.get(i).source().bytes());
            }
            return found.build();
        }
    }

    private static Pair pair(RecordingEntry recording, int runs) {
        return new Pair(
                recording.name(),
                recording.files().metadata().path(),
                recording.files().points().path(),
                recording.files().metadata().bytes()
                        + recording.files().points().bytes(),
                runs);
    }

    private ScanDepth depth() {
        return request.options().contains(InspectRequest.InspectOption.DEEP) ? ScanDepth.POINTS : ScanDepth.COUNTS;
    }

    /** Bytes that all tasks will count; 0 if only counts are read, whose bytes are not known beforehand. */
    private <T> long metered(List<T> items, ToLongFunction<T> bytes) {
        return bytes(depth(), items.stream().mapToLong(bytes).sum());
    }

    private static long bytes(ScanDepth depth, long bytes) {
        return depth == ScanDepth.POINTS ? bytes : 0;
    }
}
