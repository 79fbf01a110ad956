package io.cropmill.spark;

import io.cropmill.config.Settings;
import io.cropmill.crop.FieldChoice;
import io.cropmill.dataset.Manifest;
import io.cropmill.inspect.Depth;
import io.cropmill.inspect.Inspection;
import io.cropmill.inspect.InspectionBuilder;
import io.cropmill.inspect.InspectionJson;
import io.cropmill.inspect.InspectionText;
import io.cropmill.inspect.MachineMemory;
import io.cropmill.inspect.PairProfiler;
import io.cropmill.inspect.PairProfiler.Pair;
import io.cropmill.inspect.Place;
import io.cropmill.inspect.Profile;
import io.cropmill.inspect.SourceProfiler;
import io.cropmill.npy.RecordType;
import io.cropmill.rebuild.SourceFields;
import io.cropmill.rebuild.SourceListing;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitPlan;
import io.cropmill.report.Progress;
import io.cropmill.report.ProgressTicker;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;

/** One look at a source or a dataset. */
final class InspectJob {
    private final JavaSparkContext spark;
    private final Progress progress;
    private final InspectRequest request;
    private final Settings settings;

    InspectJob(JavaSparkContext spark, Progress progress, InspectRequest request) {
        this.spark = spark;
        this.progress = progress;
        this.request = request;
        this.settings = request.settings();
    }

    JobOutcome run() throws IOException {
        InspectionBuilder found = request.subject() instanceof InspectRequest.Source source
                ? source(source)
                : dataset((InspectRequest.Target) request.subject());
        MachineMemory memory = request.ram().isPresent()
                ? new MachineMemory(request.ram().getAsLong(), "--ram")
                : MachineMemory.here();
        Inspection inspection = found.build(memory, request.jobs(), request.jobBytes());
        boolean json = request.options().contains(InspectRequest.Option.JSON);
        return new JobOutcome(
                inspection.unreadable().isEmpty() ? JobOutcome.Status.DONE : JobOutcome.Status.BAD_RECORDINGS,
                json ? InspectionJson.of(inspection) : InspectionText.of(inspection));
    }

    private InspectionBuilder source(InspectRequest.Source subject) throws IOException {
        try (Storage storage = Storages.source(subject.location(), spark.hadoopConfiguration())) {
            List<SourceRecording> recordings = SourceListing.of(
                    storage, settings.source(), settings.tolerance().onBadRecording());
            int cores = Cores.of(spark);
            List<Split> splits = SplitPlan.splits(recordings, cores, settings.splitBytes());
            FieldChoice fields = SourceFields.of(settings.source(), List.of());
            Meters meters = Meters.of(spark, "inspect");
            List<Profile> profiles;
            long bytes = recordings.stream().mapToLong(SourceRecording::bytes).sum();
            try (ProgressTicker ticker = ticker(meters, recordings.size(), bytes)) {
                profiles = Stage.run(
                        spark,
                        "Inspect " + recordings.size() + " recordings",
                        tasks(SplitPlan.tasks(splits, cores)),
                        new SourceLook(Locations.of(spark, storage, storage), fields, settings.cap(), depth(), meters));
            }
            Place place = new Place(Place.Kind.SOURCE, storage.root().toString(), Optional.empty());
            return together(new InspectionBuilder(place, settings.cap(), settings.rasters()), splits, profiles);
        }
    }

    private static InspectionBuilder together(InspectionBuilder found, List<Split> splits, List<Profile> profiles)
            throws IOException {
        for (int first = 0; first < splits.size(); ) {
            Split split = splits.get(first);
            found.add(
                    profiles.subList(first, first + split.of()),
                    split.recording().bytes());
            first += split.of();
        }
        return found;
    }

    private InspectionBuilder dataset(InspectRequest.Target subject) throws IOException {
        try (Storage storage = Storages.of(subject.location(), spark.hadoopConfiguration())) {
            Manifest manifest = LiveVersion.manifest(storage, subject.version());
            List<Pair> pairs = manifest.recordings().stream()
                    .map(recording -> new Pair(
                            recording.name(),
                            recording.files().metadata().path(),
                            recording.files().points().path(),
                            recording.files().metadata().bytes()
                                    + recording.files().points().bytes()))
                    .toList();
            Meters meters = Meters.of(spark, "inspect");
            List<Profile> profiles;
            long bytes = pairs.stream().mapToLong(Pair::bytes).sum();
            try (ProgressTicker ticker = ticker(meters, pairs.size(), bytes)) {
                profiles = Stage.run(
                        spark,
                        "Inspect " + pairs.size() + " pairs",
                        tasks(SplitPlan.tasks(pairs, Pair::bytes, Cores.of(spark))),
                        new PairLook(
                                Locations.of(spark, storage, storage),
                                LiveVersion.pointType(manifest),
                                depth(),
                                meters));
            }
            Place place = new Place(Place.Kind.DATASET, storage.root().toString(), Optional.of(manifest.version()));
            InspectionBuilder found = new InspectionBuilder(
                    place,
                    manifest.recipe().cap(),
                    manifest.recipe().rasters().isEmpty()
                            ? settings.rasters()
                            : manifest.recipe().rasters());
            for (int i = 0; i < profiles.size(); i++) {
                found.add(
                        List.of(profiles.get(i)),
                        manifest.recordings().get(i).source().bytes());
            }
            return found;
        }
    }

    private Depth depth() {
        return request.options().contains(InspectRequest.Option.DEEP) ? Depth.POINTS : Depth.COUNTS;
    }

    private static <T extends Serializable> List<Stage.Task<T>> tasks(List<List<T>> lists) {
        return lists.stream().map(list -> new Stage.Task<>(list, List.of())).toList();
    }

    private ProgressTicker ticker(Meters meters, long recordings, long bytes) {
        long total = depth() == Depth.POINTS ? bytes : 0;
        return ProgressTicker.start(progress, () -> meters.state(spark, "inspect", recordings, total));
    }

    private record SourceLook(Locations locations, FieldChoice fields, int cap, Depth depth, Meters meters)
            implements FlatMapFunction<Iterator<Split>, Profile> {
        @Override
        public Iterator<Profile> call(Iterator<Split> splits) throws IOException {
            List<Profile> profiles = new ArrayList<>();
            try (Storage source = locations.openSource()) {
                SourceProfiler profiler = new SourceProfiler(source, fields, cap, depth);
                while (splits.hasNext()) {
                    Split split = splits.next();
                    Profile profile = profiler.profile(split);
                    profiles.add(profile);
                    meters.add(profile.counts().crops(), depth == Depth.POINTS ? split.bytes() : 0);
                    meters.recordings().add(split.index() == 0 ? 1 : 0);
                }
            }
            return profiles.iterator();
        }
    }

    private record PairLook(Locations locations, RecordType pointType, Depth depth, Meters meters)
            implements FlatMapFunction<Iterator<Pair>, Profile> {
        @Override
        public Iterator<Profile> call(Iterator<Pair> pairs) throws IOException {
            List<Profile> profiles = new ArrayList<>();
            try (Storage dataset = locations.openTarget()) {
                PairProfiler profiler = new PairProfiler(dataset, pointType, depth);
                while (pairs.hasNext()) {
                    Pair pair = pairs.next();
                    Profile profile = profiler.profile(pair);
                    profiles.add(profile);
                    meters.add(profile.counts().crops(), depth == Depth.POINTS ? pair.bytes() : 0);
                    meters.recordings().add(1);
                }
            }
            return profiles.iterator();
        }
    }
}
