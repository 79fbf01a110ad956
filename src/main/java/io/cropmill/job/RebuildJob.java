package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.crop.BadOrigin;
import io.cropmill.crop.FieldChoice;
import io.cropmill.dataset.CertificateException;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.LiveDataset;
import io.cropmill.dataset.LiveDataset.UnclearLiveVersionException;
import io.cropmill.dataset.Publisher;
import io.cropmill.dataset.RecordingNames;
import io.cropmill.dataset.RunJournal;
import io.cropmill.dataset.VersionClaim;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.LockedException;
import io.cropmill.dataset.lock.Owner;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.rebuild.build.BuildSettings;
import io.cropmill.rebuild.build.BuiltRecordings;
import io.cropmill.rebuild.build.RoomNeeded;
import io.cropmill.rebuild.listing.RecordingProblems;
import io.cropmill.rebuild.listing.SourceRecording;
import io.cropmill.rebuild.plan.Decision;
import io.cropmill.rebuild.plan.ReusedRecording;
import io.cropmill.report.Progress;
import io.cropmill.spark.CleanStop;
import io.cropmill.spark.Cluster;
import io.cropmill.spark.ExecutorCheck;
import io.cropmill.spark.JobMetrics;
import io.cropmill.spark.Locations.StorageOpener;
import io.cropmill.spark.RasterClasses;
import io.cropmill.spark.RebuildStages;
import io.cropmill.spark.RefusedException;
import io.cropmill.spark.RunAgain;
import io.cropmill.spark.SharedFolderCheck;
import io.cropmill.spark.ValidationStage;
import io.cropmill.storage.NoSpaceException;
import io.cropmill.storage.Storage;
import io.cropmill.text.Figures;
import io.cropmill.validate.ReportHeading;
import io.cropmill.validate.ValidationPlan;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationSettings;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;

/** One rebuild: take the lock, plan, build, verify, publish, and note how it ended. */
public final class RebuildJob {
    private final JavaSparkContext spark;
    private final Progress progress;
    private final RebuildRequest request;
    private final Settings settings;
    private final StorageOpener opener;
    private final NightlyLog log;
    private final RebuildMessages messages;
    private final JobMetrics metrics = JobMetrics.OF_DRIVER;

    public RebuildJob(JavaSparkContext spark, Progress progress, RebuildRequest request, StorageOpener opener) {
        this.spark = spark;
        this.progress = progress;
        this.request = request;
        this.settings = request.settings();
        this.opener = opener;
        this.log =
                new NightlyLog(request.source(), RunAgain.command(spark.getConf(), request.source(), request.target()));
        this.messages = new RebuildMessages(request, System.nanoTime(), log);
    }

    public JobOutcome run() throws IOException {
        metrics.reset();
        Targets.refuseUnsafe(request.target());
        try (Storage target = opener.open(request.target(), spark.hadoopConfiguration())) {
            if (request.options().contains(RebuildRequest.RebuildOption.DRY_RUN)) {
                try (Storage source = openSource()) {
                    Targets.refuse(Targets.refusals(source, target));
                    return orRefused(() -> dryRun(source, target));
                }
            }
            NightlyRecorder nightly = new NightlyRecorder(request.options(), target, spark.getConf(), log);
            try (Storage source = nightly.failing(this::openSource)) {
                nightly.requireSafe(source);
                return nightly.of(() -> locked(source, target, nightly));
            }
        }
    }

    private Storage openSource() throws IOException {
        return opener.openSource(request.source(), spark.hadoopConfiguration());
    }

    private JobOutcome orRefused(CleanStop.StoppableWork<JobOutcome> work) throws IOException {
        try {
            return work.run();
        } catch (RefusedException e) {
            return messages.refused(e);
        }
    }

    /** A look needs no lock: at worst it tells what was true a moment ago. */
    private JobOutcome dryRun(Storage source, Storage target) throws IOException {
        Dataset dataset = new Dataset(target);
        List<SourceRecording> listing = listing(source, dataset);
        RebuildStages stages = stages(cluster(source, target, SharedFolderCheck.CLEAR));
        CountedPlan planned = new RebuildPlanning(request, dataset, stages, log).of(listing, buildSettings());
        return withSource(source, listing, planned, messages.plan(planned));
    }

    private JobOutcome locked(Storage source, Storage target, NightlyRecorder nightly) throws IOException {
        CleanStop stop =
                CleanStop.watch(spark, "nothing was published; what is finished is taken over by the next run");
        try (LockedRun run = LockedRun.begin(stop, target, "rebuild", settings.lockStaleAfter(), progress::say)) {
            return nightly.under(
                    run.lock(), () -> orRefused(() -> run.over(() -> rebuild(run, source, new Dataset(target)))));
        } catch (LockedException e) {
            return messages.locked(e);
        }
    }

    /** Plans, and then builds, verifies and publishes what is planned. */
    private JobOutcome rebuild(LockedRun run, Storage source, Dataset dataset) throws IOException {
        List<SourceRecording> listing = listing(source, dataset);
        Storage target = dataset.storage();
        Cluster cluster = cluster(source, target, run.share(source, target, probes(listing)));
        new ExecutorCheck(cluster).require();
        RebuildStages stages = stages(cluster);
        BuildSettings build = buildSettings();
        CountedPlan planned = new RebuildPlanning(request, dataset, stages, log).of(listing, build);
        VersionBuilder builder = new VersionBuilder(run, dataset, stages, build, planned);
        Optional<JobOutcome> early = endBeforeWork(builder);
        return withSource(source, listing, planned, early.isPresent() ? early.get() : publish(builder, listing));
    }

    /** What ends a run that is planned: bad recordings, or nothing to do. */
    private Optional<JobOutcome> endBeforeWork(VersionBuilder builder) throws IOException {
        CountedPlan planned = builder.planned();
        Storage target = builder.dataset().storage();
        RecordingProblems problems = planned.counted().problems();
        problems.throwIfSettings(settings.tolerance(), planned.readable());
        if (problems.exceed(settings.tolerance())) {
            return Optional.of(messages.badRecordings(problems));
        }
        List<ReusedRecording> carried = planned.carried(problems);
        builder.requireWhole(planned.irreplaceable(problems));
        if (planned.counted().recordings().isEmpty()) {
            List<RecordingEntry> entries =
                    carried.stream().map(ReusedRecording::entry).toList();
            boolean noRasters =
                    carried.stream().allMatch(recording -> recording.missing().isEmpty());
            if (entries.isEmpty()) {
                return Optional.of(messages.badRecordings(problems));
            }
            if (noRasters && planned.isLive(entries, problems)) {
                return Optional.of(nothing(planned, problems));
            }
        }
        // Here before hours of work, and again for what the build finds.
        RebuildPlanning.refuseDropped(planned, problems, settings);
        // A copy of parts into a whole needs room for both. HDFS moves blocks, and copies only in encryption zones and
        // snapshots, which shows when the parts are there. That room is not asked for, lest a run be refused that has
        // enough; it is that of as many recordings as are joined at a time.
        RoomNeeded room = RoomNeeded.of(
                planned.counted().recordings(),
                carried,
                builder.build().output(),
                target.hasHardLinks() ? builder.stages().cluster().cores() : 0);
        Optional<String> refusal = room.refusal(target, Figures::bytes);
        if (refusal.isPresent()) {
            throw new RefusedException(refusal.get());
        }
        builder.run().requireGoOn();
        return Optional.empty();
    }

    /** Builds a version, verifies it, and makes it the live one. */
    private JobOutcome publish(VersionBuilder builder, List<SourceRecording> listing) throws IOException {
        CountedPlan planned = builder.planned();
        Dataset dataset = builder.dataset();
        DatasetLock lock = builder.run().lock();
        VersionClaim claim = VersionClaim.take(dataset, Owner.here());
        try {
            RunJournal journal = new RunJournal(claim.version(), planned.recipe());
            Publisher publisher = new Publisher(dataset, claim);
            BuiltRecordings built = builder.build(journal);
            RecordingProblems problems = built.problems();
            // Before what they had earlier is taken over, under the same names, and lest the next run takes them over.
            publisher.removeBad(problems.names(), planned.recipe().rasters(), lock);
            if (problems.exceed(settings.tolerance())) {
                return messages.badRecordings(problems);
            }
            RebuildPlanning.refuseDropped(planned, problems, settings);
            VersionBuilder.MadeRecordings made = builder.complete(built, journal);
            builder.requireCertified(made, claim);
            if (made.entries().isEmpty()) {
                return messages.badRecordings(problems);
            }
            List<String> unreached = UnreachedRasters.sentences(planned.recipe().rasters(), made.reach());
            if (!unreached.isEmpty()) {
                // Pairs are as they should be: the next run, with other rasters, takes them over.
                return messages.unreached(unreached);
            }
            if (planned.isLive(made.entries(), problems)) {
                claim.discard(dataset, lock);
                return nothing(planned, problems);
            }
            publisher.removeUnfinished(planned.plan().names());
            List<RecordingEntry> entries = publisher.carryForward(made.entries());
            Manifest manifest = Manifest.of(
                    claim.version(),
                    claim.base(),
                    Instant.now().truncatedTo(ChronoUnit.MILLIS),
                    planned.recipe(),
                    entries,
                    problems.skipped());
            Optional<ValidationReport> report = verified(builder, publisher, manifest, made, listing);
            if (report.isPresent() && !report.get().equal()) {
                return messages.rejected(manifest, report.get());
            }
            publisher.makeCurrent(lock);
            metrics.report(
                    problems.count(), planned.plan().names(Decision.UNCHANGED).size());
            return messages.published(
                    manifest, planned, built, new RebuildMessages.RasterTotals(made.saturated(), made.reach()), report);
        } catch (IOException | RuntimeException e) {
            // Out of room, everything goes; after any other failure what is finished waits for the next run.
            if (e instanceof NoSpaceException) {
                claim.discardAfter(e, dataset, lock);
            }
            throw e;
        }
    }

    /**
     * Writes the manifest and compares old and new; a version that differs stays, marked, with its report. Nothing where
     * the run was told not to validate.
     */
    private Optional<ValidationReport> verified(
            VersionBuilder builder,
            Publisher publisher,
            Manifest manifest,
            VersionBuilder.MadeRecordings made,
            List<SourceRecording> listing)
            throws IOException {
        publisher.writeManifest(manifest, builder.planned().certificates());
        builder.run().requireGoOn();
        RunJournal.clear(builder.dataset().storage(), manifest.version());
        Optional<ValidationReport> report = request.options().contains(RebuildRequest.RebuildOption.NO_VALIDATE)
                ? Optional.empty()
                : Optional.of(compared(builder, manifest, made, listing));
        if (report.isPresent() && !report.get().equal()) {
            publisher.reject(
                    "Validation found " + Figures.counted(report.get().totals().failures(), "difference") + "; see "
                            + RebuildMessages.reportFolder(manifest));
        }
        builder.run().requireGoOn();
        return report;
    }

    /** Compares what was made with the source, and keeps the report in the version's folder. */
    private ValidationReport compared(
            VersionBuilder builder,
            Manifest manifest,
            VersionBuilder.MadeRecordings made,
            List<SourceRecording> listing)
            throws IOException {
        Cluster cluster = builder.stages().cluster();
        List<RecordingEntry> compared = manifest.recordings().stream()
                .filter(entry -> made.made().contains(entry.name()))
                .toList();
        ValidationSettings validation = ValidationInputs.settings(settings);
        Storage target = cluster.target();
        ReportHeading heading = ReportHeading.of(
                cluster.source().root().toString(),
                target.root().toString(),
                manifest.version(),
                manifest.created(),
                validation);
        ValidationReport report = new ValidationStage(cluster, settings.work().splitBytes())
                .run(
                        heading,
                        validation,
                        ValidationPlan.of(
                                compared,
                                builder.planned().certificates(),
                                listing,
                                settings.source().parquet()),
                        made.reach());
        ValidationMessages.write(target, RebuildMessages.reportFolder(manifest), report);
        return report;
    }

    private JobOutcome nothing(CountedPlan planned, RecordingProblems problems) {
        metrics.report(
                problems.count(), planned.live().orElseThrow().recordings().size());
        return messages.nothing(planned, problems);
    }

    /** With a line before it where no source is left. */
    private JobOutcome withSource(
            Storage source, List<SourceRecording> listing, CountedPlan planned, JobOutcome outcome) {
        if (!listing.isEmpty()) {
            return outcome;
        }
        String sentence = GoneSource.sentence(source, planned.live().orElseThrow());
        if (request.options().contains(RebuildRequest.RebuildOption.BRIEF)) {
            progress.say(sentence);
        }
        return new JobOutcome(outcome.status(), sentence + "\n" + outcome.text());
    }

    private List<SourceRecording> listing(Storage source, Dataset dataset) throws IOException {
        List<SourceRecording> listing = GoneSource.listing(source, settings, () -> live(dataset));
        Targets.refuse(RecordingNames.problems(
                dataset.storage(),
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

    private Cluster cluster(Storage source, Storage target, SharedFolderCheck sight) throws IOException {
        return Cluster.of(spark, progress, source, target, opener, sight);
    }

    private RebuildStages stages(Cluster cluster) {
        return new RebuildStages(cluster, settings.work().splitBytes(), metrics);
    }

    private BuildSettings buildSettings() {
        RaggedTarget output = new RaggedTarget("", settings.recipe());
        FieldChoice fields = settings.source()
                .fields()
                .needing(RasterClasses.fields(settings.recipe().rasters()));
        return new BuildSettings(fields, output, settings.work().batchBytes());
    }
}
