package io.cropmill.dataset;

import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.ManifestJson;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.storage.Storage;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.channels.Channels;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a run has finished before it publishes, so that another can take it over if it dies. Each entry of the journal is
 * a small manifest, {@code v000007/.done/<name>.json}, of recordings that one task has finished; the manifest of the
 * version itself, written last, stands for all of them. Entries appear whole or not at all, and only after the files that
 * they name. A run that takes a recording over reads its files back: a journal says what was finished, not what is still
 * there.
 *
 * @param version that is being built
 * @param recipe with the settings of the run
 */
public record RunJournal(String version, BuildRecipe recipe) implements Serializable {
    private static final String FOLDER = ".done";
    private static final String END = ".json";
    private static final int BUFFER = 1 << 16;

    /**
     * Notes recordings that are finished.
     *
     * @param name that no other entry of this run has, or one that has noted the same recordings
     */
    public void note(Storage target, String name, List<RecordingEntry> recordings) throws IOException {
        Manifest finished = Manifest.of(
                version, Optional.empty(), Instant.now().truncatedTo(ChronoUnit.MILLIS), recipe, recordings, List.of());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ManifestJson.write(finished, bytes);
        target.createExclusive(folder(version) + "/" + name + END, bytes.toByteArray());
    }

    /**
     * What runs that died left behind the live version, the newest first: manifests that never became current, and
     * journals. What cannot be read, for whatever reason, or failed validation, is left out: the work is done again.
     */
    public static List<Manifest> leftBehind(Dataset dataset) throws IOException {
        long live = dataset.current()
                .map(version -> DatasetLayout.versionNumber(version).orElseThrow())
                .orElse(0L);
        List<Manifest> left = new ArrayList<>();
        for (String version : dataset.versions()) {
            if (DatasetLayout.versionNumber(version).orElseThrow() > live) {
                try {
                    left.addAll(0, of(dataset, version));
                } catch (IOException e) {
                    // Nothing of a folder that cannot be read is taken over; the work is done again.
                    continue;
                }
            }
        }
        return left;
    }

    private static List<Manifest> of(Dataset dataset, String version) throws IOException {
        return switch (dataset.state(version)) {
            case UNPUBLISHED ->
                read(dataset, version, DatasetLayout.MANIFEST).stream().toList();
            case UNFINISHED -> entries(dataset, version);
            case PUBLISHED, REJECTED, REMAINS, DISCARDED -> List.of();
        };
    }

    /** What a run has noted so far. */
    public static List<Manifest> entries(Dataset dataset, String version) throws IOException {
        List<Manifest> entries = new ArrayList<>();
        for (String name : dataset.storage().names(folder(version))) {
            if (name.endsWith(END) && !name.startsWith(".")) {
                read(dataset, version, FOLDER + "/" + name).ifPresent(entries::add);
            }
        }
        return entries;
    }

    private static Optional<Manifest> read(Dataset dataset, String version, String name) throws IOException {
        String path = DatasetLayout.path(version, name);
        try (InputStream in = new BufferedInputStream(
                Channels.newInputStream(dataset.storage().open(path)), BUFFER)) {
            return Optional.of(ManifestJson.read(path, in))
                    .filter(found -> found.version().equals(version));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Removes the journal of a version whose manifest is written. */
    public static void clear(Storage target, String version) throws IOException {
        target.deleteTree(folder(version));
    }

    private static String folder(String version) {
        return DatasetLayout.path(version, FOLDER);
    }
}
