package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.Publisher;
import io.cropmill.dataset.RunJournal;
import io.cropmill.dataset.VersionClaim;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.Owner;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.BuiltRecordings;
import io.cropmill.rebuild.RecordingProblems;
import io.cropmill.rebuild.ReusedRecording;
import io.cropmill.rebuild.RoomNeeded;
import io.cropmill.rebuild.RunReach;
import io.cropmill.spark.CleanStop;
import io.cropmill.spark.RebuildStages;
import io.cropmill.spark.RefusedException;
import io.cropmill.storage.NoSpaceException;
import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a rebuild does under the lock, once it is planned: build, raster, take over, publish. For one run. */
final class RebuildRun {
    private final Settings settings;
    private final Dataset dataset;
    private final DatasetLock lock;
    private final CleanStop stop;
    private final RebuildStages stages;
    private final BuildSettings build;
    private final RebuildValidation validation;
    private final RebuildMessages telling;
    private final int joins;

    RebuildRun(
            Settings settings,
            Dataset dataset,
            DatasetLock lock,
            CleanStop stop,
            RebuildStages stages,
            BuildSettings build,
            RebuildValidation validation,
            RebuildMessages telling,
            int joins) {
        this.settings = settings;
        this.dataset = dataset;
        this.lock = lock;
        this.stop = stop;
        this.stages = stages;
        this.build = build;
        this.validation = validation;
        this.telling = telling;
        this.joins = joins;
    }

    /**
     * A manifest's worth of recordings.
     *
     * @param made names of those of which something was made, by this run or by one that died, and can be compared with the
     *     source
     * @param paired names of recordings of which the pair was made by this run or by one that died
     * @param reach which points of those reach the rasters
     */
    private record Done(
            List<RecordingEntry> entries, Set<String> made, Set<String> paired, long saturated, RunReach reach) {}

    JobOutcome run(CountedPlan planned) throws IOException {
        RecordingProblems problems = planned.counted().problems();
        problems.throwIfSettings(settings.tolerance(), planned.readable());
        if (problems.exceed(settings.tolerance())) {
            return telling.badRecordings(problems);
        }
        List<ReusedRecording> carried = planned.carried(problems);
        requireWhole(planned, planned.irreplaceable(problems));
        if (planned.counted().recordings().isEmpty()) {
            List<RecordingEntry> entries =
                    carried.stream().map(ReusedRecording::entry).toList();
            boolean noRasters =
                    carried.stream().allMatch(recording -> recording.missing().isEmpty());
            if (entries.isEmpty()) {
                return telling.badRecordings(problems);
            }
            if (noRasters && isLive(planned, entries, problems)) {
                return telling.nothing(planned, problems);
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
                build.output(),
                dataset.storage().hasHardLinks() ? joins : 0);
        Optional<String> refusal = room.refusal(dataset.storage(), Figures::bytes);
        if (refusal.isPresent()) {
            throw new RefusedException(refusal.get());
        }
        goOn();
        return claimed(planned);
    }

    /**
     * Reads retired pairs back that stay although all was to be built, or of which rasters are made: nothing else would
     * find them damaged before the new version is published, and nothing can make them again.
     */
    private void requireWhole(CountedPlan planned, List<ReusedRecording> recordings) throws IOException {
        List<RecordingEntry> entries =
                recordings.stream().map(ReusedRecording::entry).toList();
        stages.retired().requireWhole(entries, planned.certificates(), dataset);
    }

    /** Begins nothing more in a JVM that was told to end, nor once another run may be at work. */
    private void goOn() throws IOException {
        stop.require();
        lock.requireHeld();
    }

    private JobOutcome claimed(CountedPlan planned) throws IOException {
        VersionClaim claim = VersionClaim.take(dataset, Owner.here());
        try {
            RunJournal journal = new RunJournal(claim.version(), planned.recipe());
            Publisher publisher = new Publisher(dataset, claim);
            BuiltRecordings built = reaching(planned, built(planned, journal));
            RecordingProblems problems = built.problems();
            // Before what they had earlier is taken over, under the same names, and lest the next run takes them over.
            publisher.removeBad(problems.names(), planned.recipe().rasters(), lock);
            if (problems.exceed(settings.tolerance())) {
                return telling.badRecordings(problems);
            }
            RebuildPlanning.refuseDropped(planned, problems, settings);
            Done done = rastered(planned, built, journal);
            requireCertified(planned, done, claim);
            if (done.entries().isEmpty()) {
                return telling.badRecordings(problems);
            }
            List<String> unreached = UnreachedRasters.sentences(planned.recipe().rasters(), done.reach());
            if (!unreached.isEmpty()) {
                // Pairs are as they should be: the next run, with other rasters, takes them over.
                return telling.unreached(unreached);
            }
            if (isLive(planned, done.entries(), problems)) {
                claim.discard(dataset, lock);
                return telling.nothing(planned, problems);
            }
            publisher.removeUnfinished(planned.plan().names());
            List<RecordingEntry> entries = publisher.carryForward(done.entries());
            Manifest manifest = Manifest.of(
                    claim.version(),
                    claim.base(),
                    Instant.now().truncatedTo(ChronoUnit.MILLIS),
                    planned.recipe(),
                    entries,
                    problems.skipped());
            Optional<ValidationReport> report = validated(publisher, manifest, planned, done);
            if (report.isPresent() && !report.get().equal()) {
                return telling.rejected(manifest, report.get());
            }
            publisher.makeCurrent(lock);
            return telling.published(
                    manifest, planned, built, new RebuildMessages.RasterTotals(done.saturated(), done.reach()), report);
        } catch (IOException | RuntimeException e) {
            // Out of room, everything goes; after any other failure what is finished waits for the next run.
            if (e instanceof NoSpaceException) {
                claim.discardAfter(e, dataset, lock);
            }
            throw e;
        }
    }

    /** Writes the manifest and compares old and new; a version that differs stays, marked, with its report. */
    private Optional<ValidationReport> validated(Publisher publisher, Manifest manifest, CountedPlan planned, Done done)
            throws IOException {
        publisher.writeManifest(manifest, planned.certificates());
        goOn();
        RunJournal.clear(dataset.storage(), manifest.version());
        Optional<ValidationReport> report = validation.of(manifest, planned.certificates(), done.made(), done.reach());
        if (report.isPresent() && !report.get().equal()) {
            publisher.reject("Validation found " + report.get().totals().failures() + " differences; see "
                    + RebuildValidation.folder(manifest));
        }
        goOn();
        return report;
    }

    private BuiltRecordings built(CountedPlan planned, RunJournal journal) throws IOException {
        BuildSettings output = build.in(journal.version());
        BuiltRecordings built = BuiltRecordings.of(
                journal.version(),
                planned.counted(),
                stages.build(planned.counted().recordings(), output, planned.fingerprints(), journal),
                planned.fingerprints(),
                planned.plan().retired());
        goOn();
        return built;
    }

    /** Without recordings that reach no raster which others, that are taken over, were made with: these are bad. */
    private static BuiltRecordings reaching(CountedPlan planned, BuiltRecordings built) throws IOException {
        Set<String> leftBehind =
                planned.plan().leftBehind().stream().map(RecordingEntry::name).collect(Collectors.toSet());
        List<ReusedRecording> published = planned.carried(built.problems()).stream()
                .filter(recording -> !leftBehind.contains(recording.entry().name()))
                .toList();
        return built.without(UnreachedRasters.problems(
                planned.recipe().rasters(), built.reach(), planned.counted().recordings(), published));
    }

    /** What was made of a retired recording must be what its certificate says; other files are not taken over. */
    private void requireCertified(CountedPlan planned, Done done, VersionClaim claim) throws IOException {
        try {
            stages.retired().requireCertified(done.entries(), done.paired(), planned.certificates());
        } catch (RefusedException e) {
            claim.discardAfter(e, dataset, lock);
            throw e;
        }
    }

    private Done rastered(CountedPlan planned, BuiltRecordings built, RunJournal journal) throws IOException {
        Set<String> known = planned.irreplaceable(planned.counted().problems()).stream()
                .map(recording -> recording.entry().name())
                .collect(Collectors.toSet());
        requireWhole(
                planned,
                planned.irreplaceable(built.problems()).stream()
                        .filter(recording -> !known.contains(recording.entry().name()))
                        .toList());
        List<RecordingEntry> entries = new ArrayList<>(built.entries());
        List<ReusedRecording> incomplete = new ArrayList<>();
        for (ReusedRecording recording : planned.carried(built.problems())) {
            if (recording.missing().isEmpty()) {
                entries.add(recording.entry());
            } else {
                incomplete.add(recording);
            }
        }
        Set<String> made = new HashSet<>();
        built.entries().forEach(entry -> made.add(entry.name()));
        planned.plan().leftBehind().forEach(entry -> made.add(entry.name()));
        RunReach reach = built.reach();
        stages.addReach(reach, rasteredBefore(planned, built.problems()), journal);
        Set<String> paired = Set.copyOf(made);
        long saturated = 0;
        for (RebuildStages.Rastered rastered : stages.raster(incomplete, journal)) {
            entries.add(rastered.entry());
            made.add(rastered.entry().name());
            reach.add(rastered.entry().name(), rastered.reach());
            saturated += rastered.saturated();
        }
        // A bad source is no measure of what stays of a better one.
        made.removeAll(built.problems().names());
        goOn();
        return new Done(entries, made, paired, saturated, reach);
    }

    /** What a run that died has finished, rasters and all. */
    private static List<RecordingEntry> rasteredBefore(CountedPlan planned, RecordingProblems problems) {
        return planned.plan().leftBehind().stream()
                .filter(entry ->
                        !entry.files().rasters().isEmpty() && !problems.names().contains(entry.name()))
                .toList();
    }

    /** True if a manifest of these would say nothing that the live one does not. */
    private static boolean isLive(CountedPlan planned, List<RecordingEntry> entries, RecordingProblems problems) {
        return planned.live().isPresent()
                && new LiveManifest(planned.live().get()).says(planned.recipe(), entries, problems.names());
    }
}
