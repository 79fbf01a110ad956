package io.cropmill.frame;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.Recording;
import io.cropmill.crop.RecordingOrigin;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.FileOpener;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A file whose header was read.
 *
 * @param root root of its storage
 * @param file file of its rows
 * @param points file of a pair's points; null for all others
 * @param recording name of the recording
 * @param rows number of rows
 * @param pointCount number of a pair's points
 * @param decoded source of rows that the jobs' readers decode; null for rows that lie in the file as they are
 */
record FoundFile(
        URI root,
        FileEntry file,
        @Nullable FileEntry points,
        String recording,
        FileRowFormat form,
        long rows,
        long pointCount,
        @Nullable DecodedSource decoded)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Rows that lie in one file. */
    static FoundFile of(URI root, FileEntry file, String recording, FileRowFormat form, long rows) {
        return new FoundFile(root, file, null, recording, form, rows, 0, null);
    }

    long bytes() {
        if (decoded != null) {
            return decoded.origin().bytes();
        }
        return file.bytes() + (points == null ? 0 : points.bytes());
    }

    /** About how many bytes of the file of points belong to a row; of a decoded one, all bytes; 0 for others. */
    long pointBytesOfRow() {
        long bytes = decoded != null ? bytes() : points == null ? 0 : points.bytes();
        return rows == 0 ? 0 : (bytes + rows - 1) / rows;
    }

    /**
     * A recording that the readers of {@code rebuild} decode: Parquet, or plain arrays with their counts.
     *
     * @param choice roles of its fields
     */
    record DecodedSource(RecordingOrigin origin, FieldChoice choice) implements Serializable {
        private static final long serialVersionUID = 1L;

        /** Opens it; the caller closes it. */
        Recording open(FileOpener storage) throws IOException {
            return origin.open(storage, choice);
        }
    }
}
