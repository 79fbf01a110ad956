package io.cropmill.validate;

import io.cropmill.config.Settings;
import io.cropmill.config.Settings.Partitions;
import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.StoredRecording;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.dataset.manifest.SkippedRecording;
import io.cropmill.plain.PlainPartitions;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.Finding.Severity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which recordings are compared with which files, in the order of their names' UTF-8 bytes, and what is wrong before
 * anything is read.
 *
 * @param partitions crop fields that folders of the source stand for, by the paths of all its recordings
 * @param readBack recordings whose files are read whole for any sample: they are retired, or have no source
 */
public record ValidationPlan(List<PlannedCheck> items, PlainPartitions partitions, List<StoredRecording> readBack) {
    private static final String POINTS = DatasetLayout.pointsName("");

    public ValidationPlan {
        items = List.copyOf(items);
        readBack = List.copyOf(readBack);
    }

    /** A recording of the plan. */
    public sealed interface PlannedCheck {}

    /** Old and new are there. */
    public record Comparison(SourceRecording source, PairClaim claim) implements PlannedCheck {}

    /** One of them is missing. */
    public record Alone(String recording, Finding finding) implements PlannedCheck {}

    /** All of a published version, and what the source has beside it. */
    public static ValidationPlan of(
            Manifest manifest,
            Certificates certificates,
            Collection<SourceRecording> sources,
            Settings.Parquet parquet) {
        Map<String, SourceRecording> rest = byName(sources);
        SortedMap<String, PlannedCheck> items = new TreeMap<>(StoragePath.UTF8_ORDER);
        List<StoredRecording> readBack = new ArrayList<>();
        for (RecordingEntry entry : manifest.recordings()) {
            SourceRecording source = rest.remove(entry.name());
            if (source == null || entry.state() == RecordingState.RETIRED) {
                readBack.add(StoredRecording.of(entry, certificates));
            }
            items.put(
                    entry.name(), source == null ? withoutSource(entry) : new Comparison(source, PairClaim.of(entry)));
        }
        Map<String, String> skipped =
                manifest.skipped().stream().collect(Collectors.toMap(SkippedRecording::name, SkippedRecording::reason));
        for (SourceRecording source : rest.values()) {
            String reason = skipped.getOrDefault(source.name(), "it came later, or was left out");
            items.put(source.name(), notTaken(source, manifest.version(), reason));
        }
        return new ValidationPlan(List.copyOf(items.values()), partitions(sources, parquet), readBack);
    }

    /** Some recordings of a version, those that a run has just built; the source must hold them. */
    public static ValidationPlan of(
            Collection<RecordingEntry> entries,
            Certificates certificates,
            Collection<SourceRecording> sources,
            Settings.Parquet parquet) {
        Map<String, SourceRecording> byName = byName(sources);
        SortedMap<String, PlannedCheck> items = new TreeMap<>(StoragePath.UTF8_ORDER);
        List<StoredRecording> readBack = new ArrayList<>();
        for (RecordingEntry entry : entries) {
            SourceRecording source = byName.get(entry.name());
            if (source == null) {
                readBack.add(StoredRecording.of(entry, certificates));
            }
            items.put(
                    entry.name(), source == null ? withoutSource(entry) : new Comparison(source, PairClaim.of(entry)));
        }
        return new ValidationPlan(List.copyOf(items.values()), partitions(sources, parquet), readBack);
    }

    /** A folder of pairs that no manifest describes; caches may be missing. */
    public static ValidationPlan ofFolder(
            Storage folder, Collection<SourceRecording> sources, List<RasterSpec> rasters, Settings.Parquet parquet)
            throws IOException {
        Set<String> paths = folder.walk("").stream().map(FileEntry::path).collect(Collectors.toSet());
        SortedMap<String, PlannedCheck> items = new TreeMap<>(StoragePath.UTF8_ORDER);
        for (SourceRecording source : sources) {
            items.put(source.name(), new Comparison(source, claim(source.name(), paths, rasters)));
        }
        for (String path : paths) {
            String name = path.endsWith(POINTS) ? path.substring(0, path.length() - POINTS.length()) : null;
            if (name != null && !items.containsKey(name)) {
                items.put(name, alone(name, path, Severity.FAILURE, "a source recording of that name", "none"));
            }
        }
        return new ValidationPlan(List.copyOf(items.values()), partitions(sources, parquet), List.of());
    }

    private static PlainPartitions partitions(Collection<SourceRecording> sources, Settings.Parquet parquet) {
        if (parquet.partitions() == Partitions.NAME) {
            return PlainPartitions.NONE;
        }
        Set<String> paths = new HashSet<>();
        sources.forEach(source -> source.files().forEach(file -> paths.add(file.path())));
        return PlainPartitions.of(paths, parquet.recordingField());
    }

    private static PairClaim claim(String name, Set<String> paths, List<RasterSpec> rasters) {
        Map<String, FileClaim> caches = new LinkedHashMap<>();
        for (RasterSpec raster : rasters) {
            String path = DatasetLayout.rasterName(name, raster.name());
            if (paths.contains(path)) {
                caches.put(raster.name(), new FileClaim(path, null));
            }
        }
        return new PairClaim(
                name,
                new FileClaim(DatasetLayout.metadataName(name), null),
                new FileClaim(DatasetLayout.pointsName(name), null),
                caches,
                null);
    }

    private static Map<String, SourceRecording> byName(Collection<SourceRecording> sources) {
        Map<String, SourceRecording> byName = new LinkedHashMap<>();
        sources.forEach(source -> byName.put(source.name(), source));
        return byName;
    }

    /** Some recordings may have no source any more; for others a missing source means that nothing is proven. */
    private static PlannedCheck withoutSource(RecordingEntry entry) {
        boolean expected = entry.state() == RecordingState.STALE || entry.state() == RecordingState.RETIRED;
        return alone(
                entry.name(),
                entry.source().path(),
                expected ? Severity.WARNING : Severity.FAILURE,
                "the source of a recording that is " + entry.state(),
                "none; it was not compared");
    }

    private static PlannedCheck notTaken(SourceRecording source, String version, String reason) {
        return alone(
                source.name(),
                source.file().path(),
                Severity.WARNING,
                "every recording of the source in " + version,
                "one that is not in it: " + reason);
    }

    private static PlannedCheck alone(String name, String path, Severity severity, String expected, String found) {
        String message = "[" + path + "] Expected " + expected + ", but found " + found;
        return new Alone(name, new FindingSubject("file", name, path).finding(severity, expected, found, message));
    }

    /** The recordings to compare. */
    public List<Comparison> comparisons() {
        List<Comparison> comparisons = new ArrayList<>();
        for (PlannedCheck item : items) {
            if (item instanceof Comparison comparison) {
                comparisons.add(comparison);
            }
        }
        return comparisons;
    }

    /** The recording of a name, to compare; null if there is none. */
    public @Nullable Comparison comparison(String recording) {
        return comparisons().stream()
                .filter(comparison -> comparison.source().name().equals(recording))
                .findFirst()
                .orElse(null);
    }
}
