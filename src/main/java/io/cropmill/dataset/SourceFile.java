package io.cropmill.dataset;

import io.cropmill.storage.StoragePath;
import java.io.Serializable;

/**
 * The file that a recording was built from, as it was then.
 *
 * @param path relative to the source's root
 * @param bytes length
 * @param fingerprint changes when the content does; compared, never read
 */
public record SourceFile(String path, long bytes, String fingerprint) implements Serializable {
    public SourceFile {
        StoragePath.check(path);
        Checks.notNegative("source.bytes", bytes);
    }
}
