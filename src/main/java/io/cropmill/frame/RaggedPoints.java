package io.cropmill.frame;

import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyReader;
import io.cropmill.storage.Closing;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The file of a pair's points, of which runs are read. For one thread. */
final class RaggedPoints implements Closeable {
    private final OpenFile file;
    private final long recordBytes;

    private RaggedPoints(OpenFile file, long recordBytes) {
        this.file = file;
        this.recordBytes = recordBytes;
    }

    static RaggedPoints open(Storage storage, FoundFile pair, ReadMetrics metrics) throws IOException {
        FileEntry entry = Objects.requireNonNull(pair.points());
        OpenFile file = OpenFile.open(storage, entry, metrics);
        try {
            PairForm form = Objects.requireNonNull(pair.form().pair());
            NpyHeader header = file.reader().header();
            boolean same = header.rows() == pair.pointCount()
                    && header.rowBytes() == form.recordBytes()
                    && header.dtype().equals(form.points());
            if (!same) {
                throw new IOException("[" + entry.path() + "] Expected " + pair.pointCount() + " points of "
                        + form.points().descr() + ", as when the query was planned, but found "
                        + header.dtype().descr() + " of shape " + header.shape() + "; load it again");
            }
            return new RaggedPoints(file, form.recordBytes());
        } catch (IOException | RuntimeException e) {
            Closing.after(e, file);
            throw e;
        }
    }

    long recordBytes() {
        return recordBytes;
    }

    /** Puts the records of rows into a buffer, one row's after the other's. */
    void read(long[] starts, int[] counts, int from, int to, ByteBuffer target) throws IOException {
        NpyReader reader = file.reader();
        for (int i = from; i < to; ) {
            long end = starts[i] + counts[i];
            int next = i + 1;
            while (next < to && starts[next] == end) {
                end += counts[next];
                next++;
            }
            reader.readRows(starts[i], Math.toIntExact(end - starts[i]), target);
            i = next;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
