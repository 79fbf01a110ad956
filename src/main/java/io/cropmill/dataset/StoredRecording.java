package io.cropmill.dataset;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.Failures;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The files of a recording with all that is known of their bytes: checksums of the manifest and, of a retired
 * recording's pair, digests of its certificate.
 *
 * @param certified null where no certificate says anything
 */
public record StoredRecording(
        RecordingEntry entry, @Nullable CertifiedPair certified) implements Serializable {
    /** The pair of a recording of a dataset with these certificates; what it has of rasters can be made again. */
    public static StoredRecording pair(RecordingEntry entry, Certificates certificates) {
        return of(entry.withRasters(Map.of()), certificates);
    }

    /** A recording of a dataset with these certificates, which are of the pair that is retired and of no older one. */
    public static StoredRecording of(RecordingEntry entry, Certificates certificates) {
        return new StoredRecording(
                entry,
                entry.state() == RecordingState.RETIRED
                        ? certificates.of(entry.name()).orElse(null)
                        : null);
    }

    /**
     * A file that is not as it was written or certified.
     *
     * @param written as the manifest has it
     * @param sha256 that a certificate says; null where none does
     * @param sentence where, what was expected and what was found
     */
    public record DamagedFile(
            String recording, WrittenFile written, @Nullable String sha256, String sentence) implements Serializable {
        /** What to do: restore it from another version that has the right bytes, or else from a backup. */
        public String advice(Dataset dataset) throws IOException {
            return "restore it from "
                    + wholeCopy(dataset)
                            .map(path -> path + ", which has the right checksum")
                            .orElse("a backup, since no other version has it whole");
        }

        private Optional<String> wholeCopy(Dataset dataset) throws IOException {
            String own = DatasetLayout.versionOf(written.path());
            String name = written.path().substring(own.length() + 1);
            for (String version : dataset.versions()) {
                String path = DatasetLayout.path(version, name);
                if (isWhole(dataset.storage(), path)) {
                    return Optional.of(path);
                }
            }
            return Optional.empty();
        }

        /** What cannot be read is no whole copy, and hides none that is. */
        private boolean isWhole(Storage storage, String path) throws IOException {
            try {
                return isApart(storage, path, written.path())
                        && problem(storage, path, written, sha256, recording).isEmpty();
            } catch (IOException e) {
                return unreadable(e).isEmpty();
            }
        }
    }

    /** Reads all files, whole; gives those that are damaged, missing or cannot be read. */
    public List<DamagedFile> damagedFiles(Storage target) throws IOException {
        List<DamagedFile> damaged = new ArrayList<>();
        for (WrittenFile file : entry.files().all().toList()) {
            String sha256 = certified != null && CertifiedPair.files(entry).contains(file)
                    ? certified.digestOf(file).sha256()
                    : null;
            problem(target, file, sha256)
                    .ifPresent(sentence -> damaged.add(new DamagedFile(entry.name(), file, sha256, sentence)));
        }
        return damaged;
    }

    private Optional<String> problem(Storage target, WrittenFile file, @Nullable String sha256) throws IOException {
        try {
            return problem(target, file.path(), file, sha256, entry.name());
        } catch (IOException e) {
            return unreadable(e);
        }
    }

    /** A file that cannot be read is that file's damage; a thread that is to end ends. */
    private static Optional<String> unreadable(IOException e) throws IOException {
        if (Failures.isInterruption(e)) {
            throw e;
        }
        return Optional.of(String.valueOf(e.getMessage()));
    }

    private static Optional<String> problem(
            Storage target, String path, WrittenFile written, @Nullable String sha256, String recording)
            throws IOException {
        Optional<FileEntry> there = target.stat(path);
        if (there.isEmpty() || there.get().bytes() != written.bytes()) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "[%s] Expected %s, as they were written, but found %s",
                    path,
                    Figures.counted(written.bytes(), "byte"),
                    there.map(found -> Figures.count(found.bytes())).orElse("no file")));
        }
        CRC32C crc = new CRC32C();
        FileDigest found = FileDigest.of(target, path, crc);
        if (found.bytes() != written.bytes() || (int) crc.getValue() != written.crc32c()) {
            return Optional.of("[" + path + "] Expected crc32c " + Checksums.text(written.crc32c())
                    + ", as it was written, but found " + Checksums.text((int) crc.getValue()));
        }
        return sha256 == null || sha256.equals(found.sha256())
                ? Optional.empty()
                : Optional.of("[" + path + "] Expected sha256 " + sha256 + ", as " + Certificate.path(recording)
                        + " certifies, but found " + found.sha256());
    }

    /** Whether a path is a file of its own, which can be whole while another is damaged; false where there is none. */
    static boolean isApart(Storage storage, String path, String other) throws IOException {
        Optional<FileEntry> file = path.equals(other) ? Optional.empty() : storage.stat(path);
        if (file.isEmpty() || file.get().identity().isEmpty()) {
            return file.isPresent();
        }
        return storage.stat(other)
                .filter(there -> there.identity().equals(file.get().identity()))
                .isEmpty();
    }
}
