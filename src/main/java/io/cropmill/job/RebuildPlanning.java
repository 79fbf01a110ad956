package io.cropmill.job;

import io.cropmill.config.Problem;
import io.cropmill.config.Settings;
import io.cropmill.config.Settings.Fingerprint;
import io.cropmill.config.SettingsException;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.dataset.CertificateException;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.LiveDataset;
import io.cropmill.dataset.LiveDataset.UnclearLiveVersionException;
import io.cropmill.dataset.RunJournal;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.ragged.PairRasters;
import io.cropmill.rebuild.BuildSettings;
import io.cropmill.rebuild.CountedSource;
import io.cropmill.rebuild.Decision;
import io.cropmill.rebuild.FileLengths;
import io.cropmill.rebuild.RebuildPlan;
import io.cropmill.rebuild.RebuildPlanner;
import io.cropmill.rebuild.RecordingProblems;
import io.cropmill.rebuild.RetiredSources;
import io.cropmill.rebuild.ReusedRecording;
import io.cropmill.rebuild.SourceFingerprints;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.rebuild.VanishedLimit;
import io.cropmill.spark.RebuildStages;
import io.cropmill.spark.RefusedException;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds out what there is to do, and writes nothing. */
final class RebuildPlanning {
    private final Settings settings;
    private final Dataset dataset;
    private final RebuildStages stages;
    private final RebuildPlanner.ReuseScope extent;
    private final NightlyLog log;

    RebuildPlanning(RebuildRequest request, Dataset dataset, RebuildStages stages, NightlyLog log) {
        this.settings = request.settings();
        this.dataset = dataset;
        this.stages = stages;
        this.extent = request.options().contains(RebuildRequest.RebuildOption.FULL)
                ? RebuildPlanner.ReuseScope.ALL
                : RebuildPlanner.ReuseScope.CHANGED;
        this.log = log;
    }

    CountedPlan of(List<SourceRecording> listing, BuildSettings build) throws IOException {
        LiveDataset found = found();
        Optional<Manifest> live = found.live();
        log.live(live);
        RecordingProblems problems = new RecordingProblems();
        SourceFingerprints fingerprints = fingerprints(listing, problems);
        FileLengths lengths = new FileLengths(dataset.storage());
        List<SourceRecording> unread = planner(
                        fingerprints, lengths, new RetiredSources(found.certificates(), List.of()))
                .unread(listing, live);
        RetiredSources retired =
                new RetiredSources(found.certificates(), stages.retired().sources(unread));
        RebuildPlan plan = plan(listing, live, fingerprints, lengths, retired);
        problems.addAll(plan.problems());
        log.planned(plan);
        refuse(live, plan);
        List<SourceRecording> readable = plan.build().stream()
                .filter(recording -> !problems.has(recording))
                .toList();
        CountedSource counted = stages.count(readable, build, plan.pointDtype());
        problems.addAll(counted.problems());
        String pointType = plan.pointDtype().orElseGet(() -> counted.pointType().descr());
        return new CountedPlan(
                live,
                found.certificates(),
                plan,
                extent,
                fingerprints,
                Recipes.of(settings).withPointDtype(pointType),
                new CountedSource(counted.recordings(), problems));
    }

    private LiveDataset found() throws IOException {
        try {
            return LiveDataset.require(dataset);
        } catch (UnclearLiveVersionException | CertificateException e) {
            throw new RefusedException(String.valueOf(e.getMessage()));
        }
    }

    private SourceFingerprints fingerprints(List<SourceRecording> listing, RecordingProblems problems)
            throws IOException {
        if (settings.source().fingerprint() == Fingerprint.STAT) {
            return SourceFingerprints.ofListing();
        }
        return SourceFingerprints.ofContents(listing, stages.hash(listing), problems);
    }

    /** What a dead run left is planned with, read back, and planned without where it is damaged. */
    private RebuildPlan plan(
            List<SourceRecording> listing,
            Optional<Manifest> live,
            SourceFingerprints fingerprints,
            FileLengths lengths,
            RetiredSources retired)
            throws IOException {
        List<Manifest> left = extent == RebuildPlanner.ReuseScope.ALL ? List.of() : RunJournal.leftBehind(dataset);
        RebuildPlan plan = planner(fingerprints, lengths, retired).plan(listing, live, left);
        if (plan.leftBehind().isEmpty()) {
            return plan;
        }
        Set<String> whole = stages.whole(plan.leftBehind());
        if (whole.size() == plan.leftBehind().size()) {
            return plan;
        }
        return planner(fingerprints, lengths, retired).plan(listing, live, only(left, whole));
    }

    private RebuildPlanner planner(SourceFingerprints fingerprints, FileLengths lengths, RetiredSources retired) {
        return new RebuildPlanner(Recipes.of(settings), fingerprints, lengths, extent, retired);
    }

    private static List<Manifest> only(List<Manifest> left, Set<String> names) {
        List<Manifest> whole = new ArrayList<>();
        for (Manifest manifest : left) {
            List<RecordingEntry> entries = manifest.recordings().stream()
                    .filter(entry -> names.contains(entry.name()))
                    .toList();
            whole.add(Manifest.of(
                    manifest.version(), manifest.base(), manifest.created(), manifest.recipe(), entries, List.of()));
        }
        return whole;
    }

    private void refuse(Optional<Manifest> live, RebuildPlan plan) throws IOException {
        List<String> unmakeable = plan.names(Decision.UNMAKEABLE);
        if (!unmakeable.isEmpty()) {
            throw new SettingsException(List.of(new Problem(
                    "",
                    "cap, seed, points.layout and source.* must stay as they were, since certificates vouch for the"
                            + " points of "
                            + Figures.counted(unmakeable.size(), "retired recording") + " ("
                            + VanishedLimit.named(unmakeable)
                            + "); take the setting back, or rebuild into another target")));
        }
        for (String name : plan.names(Decision.UNCERTIFIED)) {
            throw RefusedException.uncertified(name);
        }
        List<String> lost = plan.names(Decision.LOST);
        if (!lost.isEmpty()) {
            throw RefusedException.lost(lost);
        }
        if (live.isPresent()) {
            VanishedLimit limit = new VanishedLimit(settings.tolerance().maxVanished());
            Optional<String> refusal = limit.refusal(live.get(), plan.names(Decision.VANISHED));
            if (refusal.isPresent()) {
                throw new RefusedException(refusal.get());
            }
        }
        refuseRasters(plan);
    }

    /** Refuses that more goes with bad recordings, which cannot stay under these settings, than may vanish. */
    static void refuseDropped(CountedPlan planned, RecordingProblems problems, Settings settings) throws IOException {
        if (planned.live().isPresent()) {
            Optional<String> refusal = new VanishedLimit(settings.tolerance().maxVanished())
                    .refusal(planned.live().get(), planned.plan().names(Decision.VANISHED), planned.dropped(problems));
            if (refusal.isPresent()) {
                throw new RefusedException(refusal.get());
            }
        }
    }

    private static void refuseRasters(RebuildPlan plan) {
        for (ReusedRecording recording : plan.carried()) {
            if (!recording.missing().isEmpty()) {
                try {
                    PairRasters.requireMakeable(
                            recording.entry().files().points().path(),
                            plan.pointDtype().orElseThrow(),
                            recording.missing());
                    return;
                } catch (UnclearFieldsException e) {
                    throw new SettingsException(List.of(new Problem("", String.valueOf(e.getMessage()))));
                }
            }
        }
    }
}
