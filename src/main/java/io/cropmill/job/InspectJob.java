package io.cropmill.job;

import io.cropmill.config.Problem;
import io.cropmill.config.Settings;
import io.cropmill.config.SettingsException;
import io.cropmill.dataset.Manifest;
import io.cropmill.dataset.RecordingEntry;
import io.cropmill.dataset.RecordingNames;
import io.cropmill.dataset.SkippedRecording;
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
import io.cropmill.rebuild.SourceFields;
import io.cropmill.rebuild.SourceListing;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitPlan;
import io.cropmill.report.Progress;
import io.cropmill.report.ProgressTicker;
import io.cropmill.spark.Cores;
import io.cropmill.spark.FullReadFunction;
import io.cropmill.spark.Locations;
import io.cropmill.spark.Meters;
import io.cropmill.spark.RasterClasses;
import io.cropmill.spark.Stage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;

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
                report.hasFaults() ? JobOutcome.Status.BAD_RECORDINGS : JobOutcome.Status.DONE,
                json ? InspectionJson.of(report) : InspectionText.of(report));
    }

    private Inspection source(InspectRequest.SourceFolder subject, int jobs) throws IOException {
        try (Storage storage = Storages.source(subject.location(), spark.hadoopConfiguration())) {
            List<SourceRecording> recordings =
                    SourceListing.of(storage, given.source(), given.tolerance().onBadRecording());
            NeededSettings needed = NeededSettings.of(storage, recordings.get(0), given);
            Settings settings = needed.settings();
            int cores = Cores.of(spark);
            List<Split> splits = SplitPlan.splits(recordings, cores, settings.splitBytes());
            List<Integer> runs = InspectionSample.runs(splits.size());
            List<SampledSplit> sampled = new ArrayList<>();
            for (int i = 0; i < splits.size(); i++) {
                sampled.add(new SampledSplit(splits.get(i), runs.get(i)));
            }
            BuildSettings build = build(settings);
            Meters meters = Meters.of(spark, "inspect");
            List<Profile> profiles;
            long bytes = recordings.stream().mapToLong(SourceRecording::bytes).sum();
            try (ProgressTicker ticker = ticker(meters, recordings.size(), bytes)) {
                profiles = Stage.run(
                        spark,
                        "Inspect " + Figures.counted(recordings.size(), "recording"),
                        tasks(SplitPlan.tasks(sampled, one -> one.split().bytes(), cores)),
                        new SourceLook(Locations.of(spark, storage, storage), build, depth(), meters));
            }
            InspectedLocation place = new InspectedLocation(
                    InspectedLocation.LocationKind.SOURCE, storage.root().toString(), Optional.empty());
            InspectionBuilder found = new InspectionBuilder(place, jobs, settings.cap(), settings.rasters())
                    .forRebuild(
                            needed.needed(),
                            refusals(
                                    recordings,
                                    profiles,
                                    settings,
                                    FullReadFunction.on(spark, Locations.of(spark, storage, storage), build)));
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
        RaggedTarget output =
                new RaggedTarget("", settings.cap(), settings.seed(), settings.pointsLayout(), settings.rasters());
        return new BuildSettings(
                SourceFields.of(settings.source(), RasterClasses.fields(settings.rasters())),
                output,
                settings.batchBytes());
    }

    /** Why a rebuild would refuse the source; nothing where it would not. */
    private static List<String> refusals(
            List<SourceRecording> recordings, List<Profile> profiles, Settings settings, CountedSource.FullRead read)
            throws IOException {
        List<String> names = RecordingNames.problems(
                recordings.stream().map(SourceRecording::name).toList(), settings.rasters());
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
                    ? given.rasters()
                    : manifest.recipe().rasters();
            Meters meters = Meters.of(spark, "inspect");
            List<Profile> profiles;
            long bytes = pairs.stream().mapToLong(Pair::bytes).sum();
            try (ProgressTicker ticker = ticker(meters, pairs.size(), bytes)) {
                profiles = Stage.run(
                        spark,
                        "Inspect " + Figures.counted(pairs.size(), "pair"),
                        tasks(SplitPlan.tasks(pairs, Pair::bytes, Cores.of(spark))),
                        new PairLook(
                                Locations.of(spark, storage, storage),
                                LiveVersion.pointType(manifest),
                                rasters,
                                manifest.recipe().seed(),
                                depth(),
                                meters));
            }
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

    private static <T extends Serializable> List<Stage.Task<T>> tasks(List<List<T>> lists) {
        return lists.stream().map(list -> new Stage.Task<>(list, List.of())).toList();
    }

    private ProgressTicker ticker(Meters meters, long recordings, long bytes) {
        long total = depth() == ScanDepth.POINTS ? bytes : 0;
        return ProgressTicker.start(progress, () -> meters.state(spark, "inspect", recordings, total));
    }

    private record SourceLook(Locations locations, BuildSettings build, ScanDepth depth, Meters meters)
            implements FlatMapFunction<Iterator<SampledSplit>, Profile> {
        @Override
        public Iterator<Profile> call(Iterator<SampledSplit> splits) throws IOException {
            ProfileList profiles = new ProfileList();
            try (Storage source = locations.openSource()) {
                SourceProfiler profiler = new SourceProfiler(source, build, depth);
                while (splits.hasNext()) {
                    SampledSplit sampled = splits.next();
                    Split split = sampled.split();
                    Profile profile = profiler.profile(sampled);
                    profiles.add(profile, split.of() == 1);
                    meters.add(profile.counts().crops(), depth == ScanDepth.POINTS ? split.bytes() : 0);
                    meters.recordings().add(split.index() == 0 ? 1 : 0);
                }
            }
            return profiles.iterator();
        }
    }

    private record PairLook(
            Locations locations,
            RecordType pointType,
            List<RasterSpec> rasters,
            long seed,
            ScanDepth depth,
            Meters meters)
            implements FlatMapFunction<Iterator<Pair>, Profile> {
        @Override
        public Iterator<Profile> call(Iterator<Pair> pairs) throws IOException {
            ProfileList profiles = new ProfileList();
            try (Storage dataset = locations.openTarget()) {
                PairProfiler profiler = new PairProfiler(dataset, pointType, rasters, seed, depth);
                while (pairs.hasNext()) {
                    Pair pair = pairs.next();
                    Profile profile = profiler.profile(pair);
                    profiles.add(profile, true);
                    meters.add(profile.counts().crops(), depth == ScanDepth.POINTS ? pair.bytes() : 0);
                    meters.recordings().add(1);
                }
            }
            return profiles.iterator();
        }
    }
}
