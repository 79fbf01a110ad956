package io.cropmill.validate;

import io.cropmill.storage.WrittenFile;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A file and what is said about it.
 *
 * @param path relative to the dataset or folder
 * @param written length and checksum that it was written with; null if nobody noted them
 */
public record FileClaim(String path, @Nullable WrittenFile written) implements Serializable {
    /** A file that a manifest describes. */
    public static FileClaim of(WrittenFile written) {
        return new FileClaim(written.path(), written);
    }
}
