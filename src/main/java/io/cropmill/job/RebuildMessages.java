package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.dataset.lock.LockedException;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.dataset.manifest.VersionTotals;
import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.BuiltRecordings;
import io.cropmill.rebuild.CountedSource;
import io.cropmill.rebuild.Decision;
import io.cropmill.rebuild.OutputBytes;
import io.cropmill.rebuild.PlannedRecording;
import io.cropmill.rebuild.RecordingProblems;
import io.cropmill.rebuild.ReusedRecording;
import io.cropmill.rebuild.RunReach;
import io.cropmill.rebuild.VanishedLimit;
import io.cropmill.report.Contents;
import io.cropmill.report.Footprint;
import io.cropmill.report.NightlyResult;
import io.cropmill.report.PlanSummary;
import io.cropmill.report.PointNotes;
import io.cropmill.report.RebuildSummary;
import io.cropmill.report.SkippedCount;
import io.cropmill.spark.JobMetrics;
import io.cropmill.spark.RefusedException;
import io.cropmill.storage.Storages;
import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a rebuild tells the person who ran it. */
final class RebuildMessages {
    private final RebuildRequest request;
    private final long startNanos;
    private final NightlyLog log;

    RebuildMessages(RebuildRequest request, long startNanos, NightlyLog log) {
        this.request = request;
        this.startNanos = startNanos;
        this.log = log;
    }

    JobOutcome locked(LockedException e) {
        return new JobOutcome(ExitCode.LOCKED, e.getMessage() + "\n");
    }

    JobOutcome refused(RefusedException e) {
        return new JobOutcome(ExitCode.REFUSED, "Nothing was published: " + e.getMessage() + "\n");
    }

    /** There is nothing that a new version would say. */
    JobOutcome nothing(CountedPlan planned, RecordingProblems problems) {
        log.skipped(problems);
        Manifest live = planned.live().orElseThrow();
        JobMetrics.OF_DRIVER.tell(problems.count(), live.recordings().size());
        int recordings = live.recordings().size();
        boolean isWithoutSource = planned.plan().names(Decision.RETIRED).size() == recordings;
        boolean holdsRetired =
                live.recordings().stream().anyMatch(recording -> recording.state() == RecordingState.RETIRED);
        String text = "Nothing to publish: " + request.target() + "/" + live.version()
                + (isWithoutSource
                        ? " holds all of " + Figures.counted(recordings, "retired recording")
                        : " is as the " + Figures.counted(recordings, "recording") + " of the source would make it"
                                + (holdsRetired ? ", retired ones aside" : ""))
                + (problems.count() == 0
                        ? ""
                        : ", but for " + Figures.counted(problems.count(), "bad recording") + ": "
                                + SkippedCount.of(problems.names(), live.recordings())
                                        .words())
                + "\n";
        return new JobOutcome(
                problems.count() == 0 ? ExitCode.NOTHING : ExitCode.SKIPPED_RECORDINGS, told(problems) + text);
    }

    JobOutcome plan(CountedPlan planned) throws IOException {
        CountedSource counted = planned.counted();
        counted.problems().throwIfSettings(request.settings().tolerance(), planned.readable());
        if (counted.problems().exceed(request.settings().tolerance())) {
            return badRecordings(counted.problems());
        }
        RebuildPlanning.refuseDropped(planned, counted.problems(), request.settings());
        PlanSummary summary = new PlanSummary(
                request.source().toString(),
                request.target().toString(),
                NightlyLog.groups(planned.plan(), counted.problems().names()),
                SkippedCount.of(
                        counted.problems().names(),
                        planned.carried(counted.problems()).stream()
                                .map(ReusedRecording::entry)
                                .toList()),
                contents(counted),
                footprint(planned, counted),
                "the same command without --dry-run");
        return new JobOutcome(
                ExitCode.DONE, told(planned, counted.problems()) + notes(List.of(), counted) + summary.text());
    }

    JobOutcome rejected(Manifest manifest, ValidationReport report) {
        String folder = request.target() + "/" + RebuildValidation.folder(manifest);
        return new JobOutcome(
                ExitCode.VALIDATION_FAILED,
                ValidationMessages.text(report, folder) + "Nothing was published: " + manifest.version()
                        + " is kept, marked REJECTED; the live version is as it was\n");
    }

    /** Rasters that no point reaches. */
    JobOutcome unreached(List<String> sentences) {
        return new JobOutcome(
                ExitCode.UNREACHED,
                "Nothing was published; what is built waits for the next run:\n" + String.join("\n", sentences) + "\n");
    }

    /**
     * What the rasters of a run came to.
     *
     * @param saturated values beyond float16 in rasters that were made of pairs that are taken over
     * @param reach which points reached a cell, in these and in those that were built
     */
    record RasterTotals(long saturated, RunReach reach) {}

    JobOutcome published(
            Manifest manifest,
            CountedPlan planned,
            BuiltRecordings built,
            RasterTotals rastered,
            Optional<ValidationReport> report)
            throws IOException {
        log.live(Optional.of(manifest));
        log.skipped(built.problems());
        JobMetrics.OF_DRIVER.tell(
                built.problems().count(),
                planned.plan().names(Decision.UNCHANGED).size());
        CountedSource counted = planned.counted().without(built.problems());
        long saturated = built.tally().saturated() + rastered.saturated();
        RebuildSummary summary = new RebuildSummary(
                request.target() + "/" + manifest.version(),
                contents(manifest),
                NightlyLog.groups(planned.plan(), built.problems().names()),
                SkippedCount.of(built.problems().names(), manifest.recordings()),
                contents(counted),
                footprint(planned, counted),
                System.nanoTime() - startNanos);
        List<NightlyResult.RasterPoints> reached = reached(manifest, rastered.reach());
        log.rasters(reached);
        log.fullCrops(counted.fullCrops());
        String note = saturated == 0
                ? notes(reached, counted)
                : notes(reached, counted) + "Note: " + saturated
                        + " raster values were beyond float16 and were cut to its limits (65,504); use dtype = float32\n\n";
        return new JobOutcome(
                built.problems().count() == 0 ? ExitCode.DONE : ExitCode.SKIPPED_RECORDINGS,
                told(planned, built.problems())
                        + note
                        + summary.text()
                        + "\n"
                        + validated(manifest, report)
                        + "Next: "
                        + firstLook(
                                manifest.recordings().get(0).files().metadata().path())
                        + "\n");
    }

    JobOutcome badRecordings(RecordingProblems problems) {
        log.skipped(problems);
        return new JobOutcome(
                ExitCode.BAD_RECORDINGS,
                told(problems) + "Nothing was published: " + Figures.counted(problems.count(), "bad recording") + "; "
                        + advice(problems) + "\n");
    }

    private String advice(RecordingProblems problems) {
        Settings.Tolerance tolerance = request.settings().tolerance();
        if (!problems.exceed(tolerance)) {
            return "no other is left to publish; fix them";
        }
        return switch (tolerance.onBadRecording()) {
            case FAIL -> "fix them, or leave them out with on-bad-recording = skip";
            case SKIP ->
                "max-bad-recordings = " + tolerance.maxBadRecordings()
                        + " allows no more; fix them, or raise it for once" + " with --set max-bad-recordings=N";
        };
    }

    /** What opens the first recording: in Python where NumPy can map it, else where it lies. */
    private String firstLook(String path) {
        if (!Storages.isLocal(request.target())) {
            return "look at " + request.target() + "/" + path;
        }
        String local = request.target().getPath() + "/" + path;
        return "np.load(\"" + local.replace("\\", "\\\\").replace("\"", "\\\"") + "\", mmap_mode=\"r\")";
    }

    private String validated(Manifest manifest, Optional<ValidationReport> report) {
        return report.map(result -> "Validated: "
                        + (result.recordings().isEmpty()
                                ? "nothing was built, so there was nothing to compare; "
                                : Figures.count(result.totals().sums().compared()) + " of "
                                        + Figures.count(result.totals().sums().crops())
                                        + " crops compared, all equal; ")
                        + (result.totals().warnings() == 0
                                ? ""
                                : Figures.counted(result.totals().warnings(), "warning") + "; ")
                        + "report: " + request.target() + "/" + RebuildValidation.folder(manifest) + "/report.html\n")
                .orElse("Not validated, because of --no-validate\n");
    }

    private String told(RecordingProblems problems) {
        return problems.count() == 0 ? "" : "Bad recordings in " + request.source() + ":\n" + problems.text() + "\n";
    }

    private String told(CountedPlan planned, RecordingProblems problems) throws IOException {
        List<String> dropped = planned.dropped(problems);
        return told(problems)
                + (dropped.isEmpty()
                        ? ""
                        : "No longer in the dataset, since they are bad and were made under other settings: "
                                + VanishedLimit.named(dropped) + "\n\n");
    }

    private static List<NightlyResult.RasterPoints> reached(Manifest manifest, RunReach reach) {
        List<NightlyResult.RasterPoints> rasters = new ArrayList<>();
        for (RasterSpec raster : manifest.recipe().rasters()) {
            RasterReach found = reach.totals().getOrDefault(raster.name(), RasterReach.NONE);
            if (found.counts().points() > 0) {
                rasters.add(
                        new NightlyResult.RasterPoints(raster.name(), found.counts(), reach.nowhere(raster.name())));
            }
        }
        return rasters;
    }

    /** What of the points a person should know of; ends with an empty line unless there is nothing. */
    private static String notes(List<NightlyResult.RasterPoints> rasters, CountedSource counted) {
        Contents contents = contents(counted);
        StringBuilder notes = new StringBuilder();
        PointNotes.of(rasters, contents.crops(), contents.points(), counted.fullCrops())
                .forEach(note -> notes.append("Note: ").append(note).append('\n'));
        return notes.isEmpty() ? "" : notes.append('\n').toString();
    }

    private static Contents contents(Manifest manifest) {
        VersionTotals totals = manifest.totals();
        return new Contents(totals.recordings(), totals.crops(), totals.points(), totals.overCap(), 0);
    }

    private static Contents contents(CountedSource counted) {
        Tally total = counted.recordings().stream().map(PlannedRecording::total).reduce(Tally.NONE, Tally::plus);
        return new Contents(
                counted.recordings().size(),
                total.crops(),
                total.pointsOut(),
                total.overCap(),
                total.pointsIn() - total.pointsOut());
    }

    private Footprint footprint(CountedPlan planned, CountedSource counted) throws IOException {
        RaggedTarget sizes = new RaggedTarget("", request.settings().recipe());
        long sourceBytes = 0;
        OutputBytes bytes = OutputBytes.NONE;
        for (PlannedRecording recording : counted.recordings()) {
            sourceBytes = Math.addExact(sourceBytes, recording.source().bytes());
            bytes = bytes.plus(OutputBytes.of(recording, sizes));
        }
        for (ReusedRecording recording : planned.plan().carried()) {
            bytes = bytes.plus(OutputBytes.ofMissing(recording));
        }
        List<Footprint.RasterBytes> rasters = new ArrayList<>();
        bytes.rasters().forEach((name, size) -> rasters.add(new Footprint.RasterBytes(name, size)));
        return new Footprint(sourceBytes, bytes.pair(), rasters);
    }
}
