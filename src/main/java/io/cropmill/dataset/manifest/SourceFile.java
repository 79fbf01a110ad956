package io.cropmill.dataset.manifest;

import io.cropmill.storage.StoragePath;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The file that a recording was built from, as it was then.
 *
 * @param path relative to the source's root
 * @param bytes length
 * @param fingerprint changes when the content does; compared, never read
 * @param row of a padded source; null for all others
 */
public record SourceFile(
        String path,
        long bytes,
        String fingerprint,
        @Nullable SourceRow row) implements Serializable {
    public SourceFile {
        StoragePath.check(path);
        Checks.notNegative("source.bytes", bytes);
    }

    /** One of which only the file is known. */
    public SourceFile(String path, long bytes, String fingerprint) {
        this(path, bytes, fingerprint, null);
    }

    /** The same with what a row of it is made of. */
    public SourceFile withRow(@Nullable SourceRow known) {
        return new SourceFile(path, bytes, fingerprint, known);
    }
}
