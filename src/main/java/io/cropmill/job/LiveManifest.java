package io.cropmill.job;

import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.dataset.manifest.SkippedRecording;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The live manifest, compared with what the next would say. */
record LiveManifest(Manifest manifest) {
    /** True if it has the same files of the same recordings, in the same states, and leaves the same ones out. */
    boolean says(BuildRecipe recipe, List<RecordingEntry> entries, Set<String> skipped) {
        Set<String> skippedNow = new HashSet<>();
        manifest.skipped().stream().map(SkippedRecording::name).forEach(skippedNow::add);
        if (!recipe.equals(manifest.recipe())
                || entries.size() != manifest.recordings().size()
                || !skipped.equals(skippedNow)) {
            return false;
        }
        Map<String, RecordingEntry> known = new HashMap<>();
        manifest.recordings().forEach(entry -> known.put(entry.name(), entry));
        return entries.stream().allMatch(entry -> isSame(known.get(entry.name()), entry));
    }

    private static boolean isSame(@Nullable RecordingEntry live, RecordingEntry next) {
        return live != null && live.files().equals(next.files()) && settled(live) == settled(next);
    }

    /** What was fresh a night ago is unchanged now. */
    private static RecordingState settled(RecordingEntry entry) {
        return entry.state() == RecordingState.FRESH ? RecordingState.UNCHANGED : entry.state();
    }
}
