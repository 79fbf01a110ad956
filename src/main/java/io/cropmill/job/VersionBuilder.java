package io.cropmill.job;

import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.RunJournal;
import io.cropmill.dataset.VersionClaim;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.rebuild.build.BuildSettings;
import io.cropmill.rebuild.build.BuiltRecordings;
import io.cropmill.rebuild.build.RunReach;
import io.cropmill.rebuild.listing.RecordingProblems;
import io.cropmill.rebuild.plan.ReusedRecording;
import io.cropmill.spark.RebuildStages;
import io.cropmill.spark.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes the recordings of a version, and agrees its books: builds what changed, takes the rest over, and makes the rasters
 * that are missing. For one run.
 *
 * @param build for any version's folder
 */
record VersionBuilder(LockedRun run, Dataset dataset, RebuildStages stages, BuildSettings build, CountedPlan planned) {
    /**
     * A manifest's worth of recordings.
     *
     * @param made names of those of which something was made, by this run or by one that died, and can be compared with the
     *     source
     * @param paired names of recordings of which the pair was made by this run or by one that died
     * @param saturated values beyond float16 in rasters that were made of pairs that are taken over
     * @param reach which points of those reach the rasters
     */
    record MadeRecordings(
            List<RecordingEntry> entries, Set<String> made, Set<String> paired, long saturated, RunReach reach) {}

    /**
     * Reads retired pairs back that stay although all was to be built, or of which rasters are made: nothing else would
     * find them damaged before the new version is published, and nothing can make them again.
     */
    void requireWhole(List<ReusedRecording> recordings) throws IOException {
        List<RecordingEntry> entries =
                recordings.stream().map(ReusedRecording::entry).toList();
        stages.retired().requireWhole(entries, planned.certificates(), dataset);
    }

    /** Builds the recordings that changed; those that reach no raster which others have are bad. */
    BuiltRecordings build(RunJournal journal) throws IOException {
        BuildSettings output = build.in(journal.version());
        BuiltRecordings built = BuiltRecordings.of(
                journal.version(),
                planned.counted(),
                stages.build(planned.counted().recordings(), output, planned.fingerprints(), journal),
                planned.fingerprints(),
                planned.plan().retired());
        run.requireGoOn();
        return reaching(built);
    }

    /** Without recordings that reach no raster which others, that are taken over, were made with: these are bad. */
    private BuiltRecordings reaching(BuiltRecordings built) throws IOException {
        Set<String> leftBehind =
                planned.plan().leftBehind().stream().map(RecordingEntry::name).collect(Collectors.toSet());
        List<ReusedRecording> published = planned.carried(built.problems()).stream()
                .filter(recording -> !leftBehind.contains(recording.entry().name()))
                .toList();
        return built.without(UnreachedRasters.problems(
                planned.recipe().rasters(), built.reach(), planned.counted().recordings(), published));
    }

    /** What was made of a retired recording must be what its certificate says; other files are not taken over. */
    void requireCertified(MadeRecordings made, VersionClaim claim) throws IOException {
        try {
            stages.retired().requireCertified(made.entries(), made.paired(), planned.certificates());
        } catch (RefusedException e) {
            claim.discardAfter(e, dataset, run.lock());
            throw e;
        }
    }

    /** Adds what is taken over, with its missing rasters. */
    MadeRecordings complete(BuiltRecordings built, RunJournal journal) throws IOException {
        Set<String> known = planned.irreplaceable(planned.counted().problems()).stream()
                .map(recording -> recording.entry().name())
                .collect(Collectors.toSet());
        requireWhole(planned.irreplaceable(built.problems()).stream()
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
        stages.addReach(reach, rasteredBefore(built.problems()), journal);
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
        run.requireGoOn();
        return new MadeRecordings(entries, made, paired, saturated, reach);
    }

    /** What a run that died has finished, rasters and all. */
    private List<RecordingEntry> rasteredBefore(RecordingProblems problems) {
        return planned.plan().leftBehind().stream()
                .filter(entry ->
                        !entry.files().rasters().isEmpty() && !problems.names().contains(entry.name()))
                .toList();
    }
}
