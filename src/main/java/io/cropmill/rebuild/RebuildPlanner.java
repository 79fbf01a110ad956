package io.cropmill.rebuild;

import io.cropmill.dataset.BuildRecipe;
import io.cropmill.dataset.Manifest;
import io.cropmill.dataset.RecordingEntry;
import io.cropmill.dataset.RecordingState;
import io.cropmill.dataset.SourceFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what to do with each recording, by comparing tonight's source and settings with what the live version, or a run
 * that died, was made from. Every recording gets exactly one {@link Decision}. For one thread and one plan.
 */
public final class RebuildPlanner {
    private final BuildRecipe wanted;
    private final SourceFingerprints fingerprints;
    private final FileLengths lengths;
    private final Extent extent;
    private final Map<Decision, List<String>> groups = new EnumMap<>(Decision.class);
    private final List<SourceRecording> build = new ArrayList<>();
    private final List<Carried> carried = new ArrayList<>();
    private final List<RecordingEntry> leftBehind = new ArrayList<>();
    private final Map<String, Carried> fallbacks = new LinkedHashMap<>();
    private @Nullable String pointDtype;

    /** Which recordings may be taken over. */
    public enum Extent {
        /** All that would come out the same. */
        CHANGED,
        /** None that has a source. */
        ALL
    }

    /**
     * Prepares a plan.
     *
     * @param wanted settings of this run; the type of points does not count
     */
    public RebuildPlanner(BuildRecipe wanted, SourceFingerprints fingerprints, FileLengths lengths, Extent extent) {
        this.wanted = wanted;
        this.fingerprints = fingerprints;
        this.lengths = lengths;
        this.extent = extent;
    }

    /**
     * Makes the plan.
     *
     * @param listing of the source, in order
     * @param live the live version, if there is one
     * @param left what dead runs left behind, the newest first
     */
    public RebuildPlan plan(List<SourceRecording> listing, Optional<Manifest> live, List<Manifest> left)
            throws IOException {
        Map<String, EarlierRun> known =
                live.map(manifest -> EarlierRun.of(manifest, wanted)).orElse(Map.of());
        Map<String, EarlierRun> finished = new HashMap<>();
        left.forEach(manifest -> EarlierRun.of(manifest, wanted).forEach(finished::putIfAbsent));
        live.ifPresent(manifest -> pointDtype = manifest.recipe().pointDtype());
        Set<String> listed = new HashSet<>(2 * listing.size());
        for (SourceRecording recording : listing) {
            listed.add(recording.name());
            decide(
                    recording,
                    Optional.ofNullable(known.get(recording.name())),
                    Optional.ofNullable(finished.get(recording.name())));
        }
        for (EarlierRun before : known.values()) {
            if (!listed.contains(before.entry().name())) {
                withoutSource(before);
            }
        }
        return new RebuildPlan(
                groups,
                build,
                carried,
                leftBehind,
                fallbacks,
                carried.isEmpty() ? Optional.empty() : Optional.ofNullable(pointDtype));
    }

    private void decide(SourceRecording recording, Optional<EarlierRun> live, Optional<EarlierRun> finished)
            throws IOException {
        Compared compared = live.isPresent() ? compared(recording, live.get()) : Compared.to(Decision.NEW);
        Decision decision = compared.decision();
        Optional<EarlierRun> done = Optional.empty();
        if (decision != Decision.UNCHANGED && finished.isPresent() && isUsable(recording, finished.get())) {
            Carried left = finished.get().carried(lengths);
            if (left.missing().isEmpty() || decision != Decision.RASTERS) {
                done = finished;
            }
        }
        if (done.isPresent()) {
            takeFinished(recording, done.get());
        } else if (compared.kept() != null) {
            takeOver(recording, compared.kept(), decision);
        } else {
            add(decision, recording.name());
            build.add(recording);
            if (live.isPresent()) {
                fallBack(live.get());
            }
        }
    }

    /** What a recording needs; and its pair, where that stays. */
    private record Compared(Decision decision, @Nullable Carried kept) {
        static Compared to(Decision decision) {
            return new Compared(decision, null);
        }
    }

    private Compared compared(SourceRecording recording, EarlierRun live) throws IOException {
        if (extent == Extent.ALL) {
            return Compared.to(Decision.FULL);
        }
        if (!fingerprints.same(live.entry().source(), recording)) {
            return Compared.to(Decision.SOURCE);
        }
        if (!live.keepsPair()) {
            return Compared.to(Decision.SETTINGS);
        }
        if (!live.hasPair(lengths)) {
            return Compared.to(Decision.FILES);
        }
        Carried kept = live.carried(lengths);
        return new Compared(kept.missing().isEmpty() ? Decision.UNCHANGED : Decision.RASTERS, kept);
    }

    /** Points of another type than the live version's would not go together with what is taken over from it. */
    private boolean isUsable(SourceRecording recording, EarlierRun finished) throws IOException {
        return extent == Extent.CHANGED
                && fingerprints.same(finished.entry().source(), recording)
                && finished.keepsPair()
                && (pointDtype == null || pointDtype.equals(finished.recipe().pointDtype()))
                && finished.hasPair(lengths);
    }

    private void takeFinished(SourceRecording recording, EarlierRun finished) throws IOException {
        Carried left = finished.carried(lengths);
        pointDtype = finished.recipe().pointDtype();
        leftBehind.add(left.entry());
        RecordingEntry entry = left.entry().withState(RecordingState.FRESH).withSource(seen(recording, left.entry()));
        carried.add(new Carried(entry, left.missing()));
        add(Decision.LEFT_BEHIND, recording.name());
    }

    private void takeOver(SourceRecording recording, Carried before, Decision decision) {
        RecordingState next = before.missing().isEmpty() ? RecordingState.UNCHANGED : RecordingState.FRESH;
        RecordingEntry entry = before.entry()
                .withState(before.entry().state() == RecordingState.RETIRED ? RecordingState.RETIRED : next)
                .withSource(seen(recording, before.entry()));
        carried.add(new Carried(entry, before.missing()));
        add(decision, recording.name());
    }

    /** Tonight's fingerprint; what else is known of the source is still true. */
    private SourceFile seen(SourceRecording recording, RecordingEntry known) {
        return fingerprints.of(recording).withRow(known.source().row());
    }

    /** A retired recording stays retired, so that it survives even if its bad source is then deleted. */
    private void fallBack(EarlierRun live) throws IOException {
        if (live.keepsPair() && live.hasPair(lengths)) {
            Carried before = live.carried(lengths);
            RecordingState state =
                    live.entry().state() == RecordingState.RETIRED ? RecordingState.RETIRED : RecordingState.STALE;
            fallbacks.put(live.entry().name(), new Carried(before.entry().withState(state), before.missing()));
        }
    }

    private void withoutSource(EarlierRun live) throws IOException {
        if (live.entry().state() != RecordingState.RETIRED) {
            add(Decision.VANISHED, live.entry().name());
        } else if (!live.keepsPair()) {
            add(Decision.UNMAKEABLE, live.entry().name());
        } else if (!live.hasPair(lengths)) {
            add(Decision.LOST, live.entry().name());
        } else {
            carried.add(live.carried(lengths));
            add(Decision.RETIRED, live.entry().name());
        }
    }

    private void add(Decision decision, String name) {
        groups.computeIfAbsent(decision, none -> new ArrayList<>()).add(name);
    }
}
