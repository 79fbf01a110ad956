package io.cropmill.rebuild;

import io.cropmill.config.Problem;
import io.cropmill.config.Settings.OnBadRecording;
import io.cropmill.config.Settings.Tolerance;
import io.cropmill.config.SettingsException;
import io.cropmill.dataset.manifest.SkippedRecording;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What is wrong with recordings, each recording once. */
public final class RecordingProblems {
    /** Enough to see a pattern, few enough to read. */
    private static final int MOST_TOLD = 20;

    private final Map<SourceRecording, RecordingProblem> found = new LinkedHashMap<>();

    /** Notes the first problem of a recording; later ones mostly follow from it. */
    public void add(SourceRecording recording, RecordingProblem problem) {
        found.putIfAbsent(recording, problem);
    }

    /** Notes all of another collection. */
    public void addAll(RecordingProblems others) {
        others.found.forEach(this::add);
    }

    public boolean has(SourceRecording recording) {
        return found.containsKey(recording);
    }

    /** Bad recordings. */
    public int count() {
        return found.size();
    }

    /** Names of the bad recordings. */
    public Set<String> names() {
        return found.keySet().stream().map(SourceRecording::name).collect(Collectors.toSet());
    }

    /** True if nothing may be published with so many. */
    public boolean exceed(Tolerance tolerance) {
        return tolerance.onBadRecording() == OnBadRecording.FAIL
                ? !found.isEmpty()
                : found.size() > tolerance.maxBadRecordings();
    }

    /**
     * Refuses settings that do not fit, for all recordings together. Fields that are unclear in some recordings only are
     * those recordings' fault where bad ones are skipped.
     *
     * @param readable number of recordings that nothing is wrong with
     */
    public void throwIfSettings(Tolerance tolerance, int readable) {
        boolean isTheirs = tolerance.onBadRecording() == OnBadRecording.SKIP && readable > 0;
        List<Problem> unclear = found.values().stream()
                .filter(problem -> problem.kind() == RecordingProblem.ProblemCause.SETTINGS
                        || (problem.kind() == RecordingProblem.ProblemCause.UNCLEAR && !isTheirs))
                .limit(MOST_TOLD)
                .map(problem -> new Problem("", problem.message()))
                .toList();
        if (!unclear.isEmpty()) {
            throw new SettingsException(unclear);
        }
    }

    /** For the manifest. */
    public List<SkippedRecording> skipped() {
        List<SkippedRecording> skipped = new ArrayList<>();
        found.forEach((recording, problem) -> skipped.add(new SkippedRecording(recording.name(), problem.message())));
        return skipped;
    }

    /** A line each, of the first ones. */
    public String text() {
        StringBuilder text = new StringBuilder();
        found.values().stream()
                .limit(MOST_TOLD)
                .forEach(problem -> text.append(problem.message()).append('\n'));
        if (found.size() > MOST_TOLD) {
            text.append("... and ").append(found.size() - MOST_TOLD).append(" more\n");
        }
        return text.toString();
    }
}
