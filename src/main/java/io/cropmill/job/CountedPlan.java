package io.cropmill.job;

import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.rebuild.CountedSource;
import io.cropmill.rebuild.Decision;
import io.cropmill.rebuild.RebuildPlan;
import io.cropmill.rebuild.RebuildPlanner;
import io.cropmill.rebuild.RecordingProblems;
import io.cropmill.rebuild.ReusedRecording;
import io.cropmill.rebuild.SourceFingerprints;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.spark.RefusedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a run knows before it writes anything.
 *
 * @param live the version that is live
 * @param certificates of its retired recordings
 * @param extent that the plan was made for
 * @param recipe of the version to come
 * @param counted the recordings to build, and what is wrong with others
 */
record CountedPlan(
        Optional<Manifest> live,
        Certificates certificates,
        RebuildPlan plan,
        RebuildPlanner.ReuseScope extent,
        SourceFingerprints fingerprints,
        BuildRecipe recipe,
        CountedSource counted) {
    /** Recordings that nothing is wrong with so far. */
    int readable() {
        return counted.recordings().size() + plan.carried().size();
    }

    /**
     * What is taken over, when these recordings turned out bad.
     *
     * @throws RefusedException if a retired recording is among them that has lost its files
     */
    List<ReusedRecording> carried(RecordingProblems problems) throws RefusedException {
        Set<String> bad = problems.names();
        List<String> lost = plan.build().stream()
                .map(SourceRecording::name)
                .filter(name -> plan.retired().names().contains(name)
                        && bad.contains(name)
                        && !plan.fallbacks().containsKey(name))
                .toList();
        if (!lost.isEmpty()) {
            throw RefusedException.lost(lost);
        }
        List<ReusedRecording> carried = new ArrayList<>(plan.carried());
        plan.fallbacks().forEach((name, before) -> {
            boolean together =
                    recipe.pointDtype().equals(live.orElseThrow().recipe().pointDtype());
            if (bad.contains(name) && together) {
                carried.add(before);
            }
        });
        return carried;
    }

    /**
     * Of what is taken over, when these recordings turned out bad, the retired pairs without a source of theirs that are
     * read anyway, for rasters, or were not to be taken over if that could be helped.
     */
    List<ReusedRecording> irreplaceable(RecordingProblems problems) throws RefusedException {
        Set<String> withSource = new HashSet<>(plan.names(Decision.RASTERS));
        withSource.addAll(plan.names(Decision.LEFT_BEHIND));
        return carried(problems).stream()
                .filter(recording -> recording.entry().state() == RecordingState.RETIRED
                        && !withSource.contains(recording.entry().name())
                        && (extent == RebuildPlanner.ReuseScope.ALL
                                || !recording.missing().isEmpty()))
                .toList();
    }

    /**
     * Bad recordings that the live version has and the next one will not: they were made under other settings, and a
     * version has one set of them.
     */
    List<String> dropped(RecordingProblems problems) throws RefusedException {
        if (problems.count() == 0) {
            return List.of();
        }
        Set<String> kept =
                carried(problems).stream().map(one -> one.entry().name()).collect(Collectors.toSet());
        Set<String> bad = problems.names();
        return live.stream()
                .flatMap(manifest -> manifest.recordings().stream())
                .map(RecordingEntry::name)
                .filter(name -> bad.contains(name) && !kept.contains(name))
                .toList();
    }
}
