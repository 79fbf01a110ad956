package io.cropmill.report;

import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.SkippedRecording;
import io.cropmill.text.Figures;
import io.cropmill.text.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Bad recordings: how many readers still have, and how many they miss.
 *
 * @param kept number of bad recordings that stay as an earlier run built them
 * @param leftOut number of bad recordings that the version does not have
 */
public record SkippedCount(long kept, long leftOut) {
    private static final String KEPT = "kept as before";
    private static final String LEFT_OUT = "left out";

    /**
     * Counts bad recordings.
     *
     * @param bad names of bad recordings
     * @param entries recordings of the version that is, or will be, live
     */
    public static SkippedCount of(Set<String> bad, List<RecordingEntry> entries) {
        long kept = entries.stream().filter(entry -> bad.contains(entry.name())).count();
        return new SkippedCount(kept, bad.size() - kept);
    }

    /** Counts the recordings that a version skipped. */
    public static SkippedCount of(Manifest manifest) {
        Set<String> bad =
                manifest.skipped().stream().map(SkippedRecording::name).collect(Collectors.toSet());
        return of(bad, manifest.recordings());
    }

    /** {@code 1 kept as before, 2 left out}: what there is of either. */
    public String words() {
        List<String> words = new ArrayList<>();
        if (kept > 0) {
            words.add(Figures.count(kept) + " " + KEPT);
        }
        if (leftOut > 0) {
            words.add(Figures.count(leftOut) + " " + LEFT_OUT);
        }
        return String.join(", ", words);
    }

    void addTo(Table table) {
        if (kept > 0) {
            table.row("skipped, bad: " + KEPT, Figures.count(kept));
        }
        if (leftOut > 0) {
            table.row("skipped, bad: " + LEFT_OUT, Figures.count(leftOut));
        }
    }
}
