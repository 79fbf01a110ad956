package io.cropmill.dataset.manifest;

import io.cropmill.storage.StoragePath;
import java.io.Serializable;
import java.util.List;
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

    /**
     * What a row of a padded source was made of: all that the pair does not tell of it.
     *
     * @param descr of the record, as NumPy's header has it, with padding, byte orders and titles
     * @param countField that counts the real points
     * @param pointFields in output order
     */
    public record SourceRow(String descr, String countField, List<String> pointFields) implements Serializable {
        public SourceRow {
            pointFields = List.copyOf(pointFields);
            Checks.that(!pointFields.isEmpty(), "source.row.point_fields must not be empty");
        }
    }
}
