package io.cropmill.spark.source;

import io.cropmill.storage.FileEntry;
import java.io.Serializable;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A file whose header was read.
 *
 * @param root of the storage that it is in
 * @param file its rows
 * @param points of a pair, the file of its points
 * @param recording its name
 * @param rows how many
 */
record FoundFile(URI root, FileEntry file, @Nullable FileEntry points, String recording, RowForm form, long rows)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    long bytes() {
        return file.bytes() + (points == null ? 0 : points.bytes());
    }

    /** About how many bytes of the file of points belong to a row; 0 for all but pairs. */
    long pointBytesOfRow() {
        return points == null || rows == 0 ? 0 : (points.bytes() + rows - 1) / rows;
    }
}
