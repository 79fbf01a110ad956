package io.cropmill.dataset;

import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Digests of a recording's source and of all files made from it.
 *
 * @param found the source as it was while it was read
 */
public record RecordingDigests(FileEntry found, FileDigest source, List<FileDigest> outputs) implements Serializable {
    public RecordingDigests {
        outputs = new ArrayList<>(outputs);
    }

    /** Reads them all; refuses a source that changes meanwhile, and files of another length than the manifest says. */
    public static RecordingDigests of(Storage source, Storage target, RecordingEntry recording) throws IOException {
        String path = recording.source().path();
        FileEntry before = existing(source, path);
        FileDigest digest = FileDigest.of(source, path);
        FileEntry after = existing(source, path);
        if (!before.equals(after) || digest.bytes() != before.bytes()) {
            throw new IOException("[" + path + "] Expected a source that stands still, but found it changed from "
                    + before.describe() + " to " + after.describe());
        }
        List<FileDigest> outputs = new ArrayList<>();
        for (WrittenFile file : recording.files().all().toList()) {
            FileDigest output = FileDigest.of(target, file.path());
            if (output.bytes() != file.bytes()) {
                throw new IOException("[" + file.path() + "] Expected " + Figures.counted(file.bytes(), "byte")
                        + ", but found " + Figures.count(output.bytes()));
            }
            outputs.add(output);
        }
        return new RecordingDigests(before, digest, outputs);
    }

    private static FileEntry existing(Storage source, String path) throws IOException {
        Optional<FileEntry> entry = source.stat(path);
        return entry.orElseThrow(() -> new IOException("[" + path + "] Expected a source file, but found none"));
    }
}
