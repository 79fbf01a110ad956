package io.cropmill.storage;

import java.io.Serializable;
import java.time.Instant;
import java.util.Locale;

/**
 * A file as it was found.
 *
 * @param path relative to the storage's root
 * @param bytes length
 * @param modifiedMillis modification time
 * @param identity changes whenever the file is another file or was written to, as far as the file system tells: inode
 *     and change time on local disk, file id on HDFS, else empty
 */
public record FileEntry(String path, long bytes, long modifiedMillis, String identity) implements Serializable {
    /** Everything but the path, for a message: {@code 2,623,520 bytes, modified 2026-01-01T00:00:00Z, ...}. */
    public String describe() {
        return String.format(
                Locale.ROOT, "%,d bytes, modified %s, %s", bytes, Instant.ofEpochMilli(modifiedMillis), identity);
    }
}
