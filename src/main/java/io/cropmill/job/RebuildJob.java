package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.crop.BadOrigin;
import io.cropmill.crop.FieldChoice;
import io.cropmill.dataset.CertificateException;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.LiveDataset;
import io.cropmill.dataset.LiveDataset.UnclearLiveVersionException;
import io.cropmill.dataset.RecordingNames;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.LockedException;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.report.Progress;
import io.cropmill.spark.CleanStop;
import io.cropmill.spark.Cluster;
import io.cropmill.spark.ExecutorCheck;
import io.cropmill.spark.JobMetrics;
import io.cropmill.spark.RasterClasses;
import io.cropmill.spark.RebuildStages;
import io.cropmill.spark.RefusedException;
import io.cropmill.spark.RunAgain;
import io.cropmill.spark.SharedFolderCheck;
import io.cropmill.spark.StorageOpener;
import io.cropmill.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;

/** One rebuild: refuse what cannot work, take the lock, plan, run, and note how it ended. */
public final class RebuildJob {
    private final JavaSparkContext spark;
    private final Progress progress;
    private final RebuildRequest request;
    private final Settings settings;
    private final StorageOpener opener;
    private final NightlyLog log;
    private final RebuildMessages telling;

    public RebuildJob(JavaSparkContext spark, Progress progress, RebuildRequest request, StorageOpener opener) {
        this.spark = spark;
        this.progress = progress;
        this.request = request;
        this.settings = request.settings();
        this.opener = opener;
        this.log =
                new NightlyLog(request.source(), RunAgain.command(spark.getConf(), request.source(), request.target()));
        this.telling = new RebuildMessages(request, System.nanoTime(), log);
    }

    public JobOutcome run() throws IOException {
        JobMetrics.OF_DRIVER.reset();
        Targets.refuseUnsafe(request.target());
        try (Storage target = opener.open(request.target(), spark.hadoopConfiguration())) {
            if (request.options().contains(RebuildRequest.RebuildOption.DRY_RUN)) {
                try (Storage source = openSource()) {
                    Targets.refuse(Targets.refusals(source, target));
                    return planned(source, target);
                }
            }
            NightlyRecorder end = new NightlyRecorder(request.options(), target, spark.getConf(), log);
            try (Storage source = end.failing(this::openSource)) {
                end.requireSafe(source);
                return end.of(() -> locked(source, target, end));
            }
        }
    }

    private Storage openSource() throws IOException {
        return opener.openSource(request.source(), spark.hadoopConfiguration());
    }

    /** A look needs no lock: at worst it tells what was true a moment ago. */
    private JobOutcome planned(Storage source, Storage target) throws IOException {
        List<SourceRecording> listing = listing(source, target);
        try {
            RebuildStages stages = stages(cluster(source, target, SharedFolderCheck.CLEAR));
            CountedPlan planned = planning(new Dataset(target), stages).of(listing, build(""));
            return told(source, listing, planned, telling.plan(planned));
        } catch (RefusedException e) {
            return telling.refused(e);
        }
    }

    private JobOutcome locked(Storage source, Storage target, NightlyRecorder nightly) throws IOException {
        try (CleanStop stop = CleanStop.watch(
                        spark, "nothing was published; what is finished is taken over by the next run");
                DatasetLock lock = lock(target, stop);
                Closeable end = lock::withdraw) {
            lock.whenLost(stop::cancel);
            return nightly.under(lock, () -> held(source, target, lock, stop));
        } catch (LockedException e) {
            return telling.locked(e);
        }
    }

    private JobOutcome held(Storage source, Storage target, DatasetLock lock, CleanStop stop) throws IOException {
        try {
            List<SourceRecording> listing = listing(source, target);
            SharedFolderCheck sight = SharedFolderCheck.open(source, target, lock, probes(listing));
            try (Closeable looked = sight::close) {
                return stop.over(() -> rebuilt(source, new Dataset(target), listing, sight, lock, stop));
            } catch (IOException | RuntimeException e) {
                stop.require();
                lock.requireHeldAfter(e);
                throw e;
            }
        } catch (RefusedException e) {
            return telling.refused(e);
        }
    }

    private DatasetLock lock(Storage target, CleanStop stop) throws IOException {
        return stop.over(
                () -> DatasetLock.acquire(target, "rebuild", settings.lockStaleAfter(), stop.waiter(progress::say)));
    }

    private JobOutcome rebuilt(
            Storage source,
            Dataset dataset,
            List<SourceRecording> listing,
            SharedFolderCheck sight,
            DatasetLock lock,
            CleanStop stop)
            throws IOException {
        Cluster cluster = cluster(source, dataset.storage(), sight);
        new ExecutorCheck(cluster).require();
        RebuildStages stages = stages(cluster);
        BuildSettings build = build("");
        CountedPlan planned = planning(dataset, stages).of(listing, build);
        RebuildValidation validation = new RebuildValidation(cluster, request, listing);
        JobOutcome outcome = new RebuildRun(
                        settings, dataset, lock, stop, stages, build, validation, telling, cluster.cores())
                .run(planned);
        return told(source, listing, planned, outcome);
    }

    /** With a line before it where no source is left. */
    private JobOutcome told(Storage source, List<SourceRecording> listing, CountedPlan planned, JobOutcome outcome) {
        if (!listing.isEmpty()) {
            return outcome;
        }
        String sentence = GoneSource.sentence(source, planned.live().orElseThrow());
        if (request.options().contains(RebuildRequest.RebuildOption.BRIEF)) {
            progress.say(sentence);
        }
        return new JobOutcome(outcome.status(), sentence + "\n" + outcome.text());
    }

    private List<SourceRecording> listing(Storage source, Storage target) throws IOException {
        List<SourceRecording> listing = GoneSource.listing(source, settings, () -> live(new Dataset(target)));
        Targets.refuse(RecordingNames.problems(
                target,
                listing.stream()
                        // A path in the place of a name is never published.
                        .filter(recording -> !(recording.origin() instanceof BadOrigin))
                        .map(SourceRecording::name)
                        .toList(),
                settings.recipe().rasters()));
        return listing;
    }

    /** Nothing where it cannot be told, which is an error once the source is listed. */
    private static Optional<Manifest> live(Dataset dataset) throws IOException {
        try {
            return LiveDataset.require(dataset).live();
        } catch (UnclearLiveVersionException | CertificateException e) {
            return Optional.empty();
        }
    }

    /** Three files: one that goes meanwhile does not look like a folder that is not there. */
    private static List<String> probes(List<SourceRecording> listing) {
        Set<String> probes = new LinkedHashSet<>();
        if (listing.isEmpty()) {
            return List.of();
        }
        for (int at : new int[] {0, listing.size() / 2, listing.size() - 1}) {
            probes.add(listing.get(at).file().path());
        }
        return List.copyOf(probes);
    }

    private RebuildPlanning planning(Dataset dataset, RebuildStages stages) {
        return new RebuildPlanning(request, dataset, stages, log);
    }

    private Cluster cluster(Storage source, Storage target, SharedFolderCheck sight) throws IOException {
        return Cluster.of(spark, progress, source, target, opener, sight);
    }

    private RebuildStages stages(Cluster cluster) {
        return new RebuildStages(cluster, settings.work().splitBytes(), JobMetrics.OF_DRIVER);
    }

    private BuildSettings build(String version) {
        RaggedTarget output = new RaggedTarget(version, settings.recipe());
        FieldChoice fields = settings.source()
                .fields()
                .needing(RasterClasses.fields(settings.recipe().rasters()));
        return new BuildSettings(fields, output, settings.work().batchBytes());
    }
}
