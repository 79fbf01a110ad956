package io.cropmill.dataset.manifest;

import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether the files that a manifest names are there, by their lengths. */
public final class ManifestFiles {
    private final Storage storage;
    private final Map<String, Map<String, Long>> folders = new HashMap<>();

    public ManifestFiles(Storage storage) {
        this.storage = storage;
    }

    /** The first file of a manifest that is missing or has another length, in words; nothing if all are there. */
    public static Optional<String> problem(Storage storage, Manifest manifest) throws IOException {
        ManifestFiles files = new ManifestFiles(storage);
        for (RecordingEntry recording : manifest.recordings()) {
            Optional<String> problem = files.problem(recording.files().all().toList());
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    /** As the other, of some files. */
    public Optional<String> problem(List<WrittenFile> some) throws IOException {
        for (WrittenFile file : some) {
            @Nullable Long found = lengths(DatasetLayout.versionOf(file.path())).get(file.path());
            if (found == null || found != file.bytes()) {
                return Optional.of("expected " + Figures.counted(file.bytes(), "byte") + " in " + file.path()
                        + ", but found " + (found == null ? "no file" : found + " bytes"));
            }
        }
        return Optional.empty();
    }

    /** One listing for each version's folder that is referred to, instead of a look at each of many files. */
    private Map<String, Long> lengths(String version) throws IOException {
        Map<String, Long> lengths = folders.get(version);
        if (lengths == null) {
            lengths = new HashMap<>();
            for (FileEntry file : storage.walk(version)) {
                lengths.put(file.path(), file.bytes());
            }
            folders.put(version, lengths);
        }
        return lengths;
    }
}
