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
 * @param root of the storage that it is in
 * @param file its rows
 * @param points of a pair, the file of its points
 * @param recording its name
 * @param rows how many
 * @param pointCount of a pair, the number of its points
 * @param decoded how rows are read that do not lie in the file as they are; null where they do
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
     * @param choice which of its fields are what
     */
    record DecodedSource(RecordingOrigin origin, FieldChoice choice) implements Serializable {
        private static final long serialVersionUID = 1L;

        /** Opens it; the caller closes it. */
        Recording open(FileOpener storage) throws IOException {
            return origin.open(storage, choice);
        }
    }
}
