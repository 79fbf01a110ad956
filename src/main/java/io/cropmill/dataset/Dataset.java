package io.cropmill.dataset;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.ManifestException;
import io.cropmill.dataset.manifest.ManifestJson;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.text.VisibleText;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A dataset's folder: which version is live, which there are, what each holds. Reading alone; safe for threads.
 *
 * @param storage rooted at the dataset's folder, which need not exist; stays its opener's to close
 */
public record Dataset(Storage storage) {
    private static final int CURRENT_LIMIT = 4096;
    private static final int BUFFER = 1 << 16;

    /** The live version; nothing before the first is published. */
    public Optional<String> current() throws IOException {
        Optional<FileEntry> file = storage.stat(DatasetLayout.CURRENT);
        if (file.isEmpty()) {
            requireNothing();
            return Optional.empty();
        }
        if (file.get().bytes() > CURRENT_LIMIT) {
            throw new DamagedCurrentException(
                    "[" + DatasetLayout.CURRENT + "] Expected one line with a version such as v000007, but found "
                            + file.get().bytes() + " bytes");
        }
        String text = new String(storage.readSmall(DatasetLayout.CURRENT, CURRENT_LIMIT), StandardCharsets.UTF_8);
        String line = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        if (DatasetLayout.versionNumber(line).isEmpty()) {
            throw new DamagedCurrentException(
                    "[" + DatasetLayout.CURRENT + "] Expected one line with a version such as v000007, but found \""
                            + VisibleText.of(text.strip()) + "\"");
        }
        return Optional.of(line);
    }

    /** Something else of that name is no dataset without a version, but damage. */
    private void requireNothing() throws IOException {
        boolean taken = storage.names("").contains(DatasetLayout.CURRENT);
        if (taken && storage.stat(DatasetLayout.CURRENT).isEmpty()) {
            throw new IOException("[" + DatasetLayout.CURRENT
                    + "] Expected a file with the live version, but found a folder; move it away");
        }
    }

    /**
     * All versions that have a folder, published or not, in the order of their numbers.
     *
     * @throws IOException if a file or a link has a version's name
     */
    public List<String> versions() throws IOException {
        List<String> versions = new ArrayList<>(storage.names(""));
        versions.removeIf(name -> DatasetLayout.versionNumber(name).isEmpty());
        for (String version : versions) {
            if (storage.stat(version).isPresent()) {
                throw new IOException(
                        "[" + version + "] Expected the folder of a version, but found a file; move it away");
            }
        }
        versions.sort(Comparator.comparingLong(
                name -> DatasetLayout.versionNumber(name).orElseThrow()));
        return versions;
    }

    /** True for a version with a manifest: all its files are there. */
    public boolean hasManifest(String version) throws IOException {
        return storage.stat(DatasetLayout.path(version, DatasetLayout.MANIFEST)).isPresent();
    }

    /** What became of a version. */
    public VersionState state(String version) throws IOException {
        // First, since a version that stops being live is marked before another becomes so.
        boolean isLive = current().equals(Optional.of(version));
        return VersionState.of(Set.copyOf(storage.names(version)), isLive);
    }

    /** True for a version that is marked as one that was live; the live one may not be marked yet. */
    boolean isMarkedPublished(String version) throws IOException {
        return storage.stat(DatasetLayout.path(version, DatasetLayout.PUBLISHED))
                .isPresent();
    }

    /** True for a version that failed validation. */
    public boolean isRejected(String version) throws IOException {
        return storage.stat(DatasetLayout.path(version, DatasetLayout.REJECTED)).isPresent();
    }

    /** What a version holds. */
    public Manifest manifest(String version) throws IOException {
        String path = DatasetLayout.path(version, DatasetLayout.MANIFEST);
        try (InputStream in = new BufferedInputStream(Channels.newInputStream(storage.open(path)), BUFFER)) {
            Manifest manifest = ManifestJson.read(path, in);
            if (!manifest.version().equals(version)) {
                throw new ManifestException(
                        "[" + path + "] Expected version " + version + ", but found " + manifest.version());
            }
            return manifest;
        }
    }

    /** CURRENT is there, but names no version. */
    static final class DamagedCurrentException extends IOException {
        private static final long serialVersionUID = 1L;

        DamagedCurrentException(String message) {
            super(message);
        }
    }
}
