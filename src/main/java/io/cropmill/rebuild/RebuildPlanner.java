package io.cropmill.rebuild;

import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.dataset.manifest.SourceFile;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides what to do with each recording, by comparing tonight's source and settings with what the live version, or a run
 * that died, was made from. Every recording gets exactly one {@link Decision}. For one thread and one plan.
 *
 * <p>The certificate of a retired recording vouches for its points, and its source may be deleted any time: its pair may be
 * the only copy. So it stays retired whatever is done with it, and its points stay what they are: from its own source, which
 * its content tells, they may be built again, under settings that keep them. Settings that would change them publish
 * nothing, and another source under its name is a bad recording.
 */
public final class RebuildPlanner {
    private final BuildRecipe wanted;
    private final SourceFingerprints fingerprints;
    private final FileLengths lengths;
    private final ReuseScope extent;
    private final RetiredSources retiredSources;
    private final Map<Decision, List<String>> groups = new EnumMap<>(Decision.class);
    private final List<SourceRecording> build = new ArrayList<>();
    private final List<ReusedRecording> carried = new ArrayList<>();
    private final List<RecordingEntry> leftBehind = new ArrayList<>();
    private final Map<String, ReusedRecording> fallbacks = new LinkedHashMap<>();
    private final RecordingProblems problems = new RecordingProblems();
    private RetiredNames retired = new RetiredNames(Set.of());
    private @Nullable String pointDtype;

    /** Which recordings may be taken over. */
    public enum ReuseScope {
        /** All that would come out the same. */
        CHANGED,
        /** None that has a source. */
        ALL
    }

    /**
     * Prepares a plan.
     *
     * @param wanted settings of this run; the type of points does not count
     * @param retiredSources what is known of them, all of {@link #unread} among it
     */
    public RebuildPlanner(
            BuildRecipe wanted,
            SourceFingerprints fingerprints,
            FileLengths lengths,
            ReuseScope extent,
            RetiredSources retiredSources) {
        this.wanted = wanted;
        this.fingerprints = fingerprints;
        this.lengths = lengths;
        this.extent = extent;
        this.retiredSources = retiredSources;
    }

    /** Retired recordings whose sources are to be read, and compared with their certificates, before a plan is made. */
    public List<SourceRecording> unread(List<SourceRecording> listing, Optional<Manifest> live) throws IOException {
        Map<String, EarlierRun> known =
                live.map(manifest -> EarlierRun.of(manifest, wanted)).orElse(Map.of());
        List<SourceRecording> unread = new ArrayList<>();
        for (SourceRecording recording : listing) {
            EarlierRun before = known.get(recording.name());
            boolean matters = before != null
                    && before.isRetired()
                    && before.keepsPair()
                    && !isAsItWas(before, recording)
                    && retiredSources.identity(recording.name()) == RetiredSources.Identity.UNREAD;
            if (matters) {
                unread.add(recording);
            }
        }
        return unread;
    }

    /** Whether a retired recording is unchanged, as far as lengths and times tell. */
    private boolean isAsItWas(EarlierRun live, SourceRecording found) throws IOException {
        return extent == ReuseScope.CHANGED
                && !fingerprints.differ(live.entry().source(), found)
                && live.hasPair(lengths);
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
        retired = new RetiredNames(known.values().stream()
                .filter(EarlierRun::isRetired)
                .map(run -> run.entry().name())
                .collect(Collectors.toSet()));
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
                problems,
                retired,
                carried.isEmpty() && retired.names().isEmpty() ? Optional.empty() : Optional.ofNullable(pointDtype));
    }

    private void decide(SourceRecording recording, Optional<EarlierRun> live, Optional<EarlierRun> finished)
            throws IOException {
        if (live.isPresent() && live.get().isRetired() && !mayBeBuilt(live.get(), recording)) {
            return;
        }
        Compared compared = live.isPresent() ? compared(recording, live.get()) : Compared.to(Decision.NEW);
        Decision decision = compared.decision();
        Optional<EarlierRun> done = Optional.empty();
        if (decision != Decision.UNCHANGED && finished.isPresent() && isUsable(recording, finished.get())) {
            ReusedRecording left = finished.get().carried(lengths);
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
    private record Compared(Decision decision, @Nullable ReusedRecording kept) {
        static Compared to(Decision decision) {
            return new Compared(decision, null);
        }
    }

    private Compared compared(SourceRecording recording, EarlierRun live) throws IOException {
        if (extent == ReuseScope.ALL) {
            return Compared.to(Decision.FULL);
        }
        if (!live.isRetired() && !fingerprints.same(live.entry().source(), recording)) {
            return Compared.to(Decision.SOURCE);
        }
        if (!live.keepsPair()) {
            return Compared.to(Decision.SETTINGS);
        }
        if (!live.hasPair(lengths)) {
            return Compared.to(Decision.FILES);
        }
        ReusedRecording kept = live.carried(lengths);
        return new Compared(kept.missing().isEmpty() ? Decision.UNCHANGED : Decision.RASTERS, kept);
    }

    /** Points of another type than the live version's would not go together with what is taken over from it. */
    private boolean isUsable(SourceRecording recording, EarlierRun finished) throws IOException {
        return extent == ReuseScope.CHANGED
                && fingerprints.same(finished.entry().source(), recording)
                && finished.keepsPair()
                && (pointDtype == null || pointDtype.equals(finished.recipe().pointDtype()))
                && finished.hasPair(lengths);
    }

    private void takeFinished(SourceRecording recording, EarlierRun finished) throws IOException {
        ReusedRecording left = finished.carried(lengths);
        pointDtype = finished.recipe().pointDtype();
        leftBehind.add(left.entry());
        RecordingEntry entry =
                retired.marked(left.entry(), RecordingState.FRESH).withSource(seen(recording, left.entry()));
        carried.add(new ReusedRecording(entry, left.missing()));
        add(Decision.LEFT_BEHIND, recording.name());
    }

    private void takeOver(SourceRecording recording, ReusedRecording before, Decision decision) {
        RecordingState next = before.missing().isEmpty() ? RecordingState.UNCHANGED : RecordingState.FRESH;
        RecordingEntry entry = retired.marked(before.entry(), next).withSource(seen(recording, before.entry()));
        carried.add(new ReusedRecording(entry, before.missing()));
        add(decision, recording.name());
    }

    /** Tonight's fingerprint; what else is known of the source is still true. */
    private SourceFile seen(SourceRecording recording, RecordingEntry known) {
        return fingerprints.of(recording).withRow(known.source().row());
    }

    private void fallBack(EarlierRun live) throws IOException {
        if (live.keepsPair() && live.hasPair(lengths)) {
            ReusedRecording before = live.carried(lengths);
            RecordingEntry entry = retired.marked(before.entry(), RecordingState.STALE);
            fallbacks.put(entry.name(), new ReusedRecording(entry, before.missing()));
        }
    }

    private void withoutSource(EarlierRun live) throws IOException {
        if (live.isRetired()) {
            keep(live, Optional.empty());
        } else {
            add(Decision.VANISHED, live.entry().name());
        }
    }

    /**
     * True for a retired recording that what has its name in the source may be used for; others are decided here. Its
     * content is compared before anything is built of it, and where length or time are others.
     */
    private boolean mayBeBuilt(EarlierRun live, SourceRecording found) throws IOException {
        if (!live.keepsPair()) {
            keep(live, Optional.of(found));
            return false;
        }
        if (isAsItWas(live, found)) {
            return true;
        }
        switch (retiredSources.identity(found.name())) {
            case OWN -> {
                return true;
            }
            case UNREAD -> throw new IllegalStateException("[" + found.name() + "] must be read first");
            case UNCERTIFIED -> {
                if (fingerprints.differ(live.entry().source(), found)) {
                    keep(live, Optional.of(found));
                } else {
                    add(Decision.UNCERTIFIED, found.name());
                }
            }
            case OTHER -> keep(live, Optional.of(found));
        }
        return false;
    }

    /**
     * A retired recording of which there is its pair alone: that stays, or nothing is published.
     *
     * @param other what else has its name in the source
     */
    private void keep(EarlierRun live, Optional<SourceRecording> other) throws IOException {
        String name = live.entry().name();
        if (!live.keepsPair()) {
            add(Decision.UNMAKEABLE, name);
        } else if (!live.hasPair(lengths)) {
            add(Decision.LOST, name);
        } else if (other.isPresent()) {
            RecordingProblem problem = retiredSources.problem(name);
            String message = "[" + other.get().file().path() + "] Expected the file that recording '" + name
                    + "' was retired with, but found another; move it away or give it another name";
            problems.add(
                    other.get(),
                    problem == null ? new RecordingProblem(RecordingProblem.ProblemCause.DATA, message) : problem);
            fallBack(live);
            add(Decision.REPLACED, name);
        } else {
            carried.add(live.carried(lengths));
            add(Decision.RETIRED, name);
        }
    }

    private void add(Decision decision, String name) {
        groups.computeIfAbsent(decision, none -> new ArrayList<>()).add(name);
    }
}
