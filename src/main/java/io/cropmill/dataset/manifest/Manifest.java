package io.cropmill.dataset.manifest;

import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.StoragePath;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All that is known about one version; the only truth about it.
 *
 * @param version it describes
 * @param base version that was live when this one was built
 * @param recordings in the order of their names' UTF-8 bytes
 * @param skipped left out, in the same order
 */
public record Manifest(
        String version,
        Optional<String> base,
        Instant created,
        BuildRecipe recipe,
        VersionTotals totals,
        List<RecordingEntry> recordings,
        List<SkippedRecording> skipped) {
    public Manifest {
        DatasetLayout.requireVersion(version);
        base.ifPresent(DatasetLayout::requireVersion);
        Checks.that(!base.equals(Optional.of(version)), "base must be another version but was " + version);
        recordings = List.copyOf(recordings);
        skipped = List.copyOf(skipped);
        requireOrder(recordings, RecordingEntry::name);
        requireOrder(skipped, SkippedRecording::name);
        VersionTotals sums = VersionTotals.of(recordings);
        Checks.that(
                totals.equals(sums),
                "totals must be the sums over the recordings, " + sums.words() + ", but were " + totals.words());
        Set<String> rasters = recipe.rasters().stream().map(RasterSpec::name).collect(Collectors.toSet());
        for (RecordingEntry recording : recordings) {
            requireFit(version, rasters, recording);
        }
    }

    /** A version's manifest, with its lists sorted and its totals summed. */
    public static Manifest of(
            String version,
            Optional<String> base,
            Instant created,
            BuildRecipe recipe,
            List<RecordingEntry> recordings,
            List<SkippedRecording> skipped) {
        List<RecordingEntry> sorted = recordings.stream()
                .sorted(Comparator.comparing(RecordingEntry::name, StoragePath.UTF8_ORDER))
                .toList();
        List<SkippedRecording> sortedSkipped = skipped.stream()
                .sorted(Comparator.comparing(SkippedRecording::name, StoragePath.UTF8_ORDER))
                .toList();
        return new Manifest(version, base, created, recipe, VersionTotals.of(sorted), sorted, sortedSkipped);
    }

    private static void requireFit(String version, Set<String> rasters, RecordingEntry recording) {
        String name = recording.name();
        boolean fresh = recording.state() == RecordingState.FRESH;
        boolean retired = recording.state() == RecordingState.RETIRED;
        // A fresh one may have been built by a run that died before it published: its number is another.
        Checks.that(
                fresh || retired || !recording.builtIn().equals(version),
                () -> name + " must be fresh or retired, since it was built in " + version + ", but is "
                        + recording.state());
        Checks.that(
                recording.folder().equals(version) || recording.folder().equals(recording.builtIn()),
                () -> name + " must lie in " + version + " or in " + recording.builtIn() + " but lies in "
                        + recording.folder());
        boolean current = fresh || recording.state() == RecordingState.UNCHANGED;
        Checks.that(
                !current || recording.files().rasters().keySet().equals(rasters),
                () -> name + " must have the rasters " + rasters + " but has "
                        + recording.files().rasters().keySet());
    }

    private static <T> void requireOrder(List<T> items, Function<T, String> nameOf) {
        for (int i = 1; i < items.size(); i++) {
            String before = nameOf.apply(items.get(i - 1));
            String name = nameOf.apply(items.get(i));
            Checks.that(
                    StoragePath.UTF8_ORDER.compare(before, name) < 0,
                    () -> "names must be different and in the order of their UTF-8 bytes but \"" + name
                            + "\" follows \"" + before + "\"");
        }
    }
}
