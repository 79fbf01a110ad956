package io.cropmill.spark.source;

import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Objects;

/** The file of a pair's points, of which runs are read. For one thread. */
final class RaggedPoints implements Closeable {
    private final String metadata;
    private final OpenFile file;
    private final RecordType point;
    private final long points;

    private RaggedPoints(String metadata, OpenFile file, RecordType point, long points) {
        this.metadata = metadata;
        this.file = file;
        this.point = point;
        this.points = points;
    }

    static RaggedPoints open(Storage storage, FoundFile pair, ReadMetrics metrics) throws IOException {
        FileEntry entry = Objects.requireNonNull(pair.points());
        OpenFile file = OpenFile.open(storage, entry, metrics);
        try {
            RecordType point = Objects.requireNonNull(pair.form().point());
            NpyHeader header = file.reader().header();
            if (header.rowBytes() != point.itemSize() || header.shape().isEmpty() || !header.hasWholeRows()) {
                throw new IOException("[" + entry.path() + "] Expected points of " + point.itemSize()
                        + " bytes, " + point.descr() + ", but found "
                        + header.dtype().descr() + " of shape "
                        + header.shape());
            }
            return new RaggedPoints(pair.file().path(), file, point, header.rows());
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    long recordBytes() {
        return point.itemSize();
    }

    /** Where the points of rows begin, checked against the file. */
    long[] starts(RowForm form, long[] rows, int[] counts, ByteBuffer bytes, RowParts parts) throws IOException {
        RecordType.Field field = Objects.requireNonNull(form.starts());
        long[] starts = new long[counts.length];
        for (int i = 0; i < counts.length; i++) {
            int at = Math.toIntExact(i * parts.stride()) + parts.at(field.offset());
            starts[i] = PointCounts.integer(bytes, at, (ScalarType) field.type());
            if (starts[i] < 0 || starts[i] > points - counts[i]) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "[%s] Expected points of row %,d among the %,d that the pair has, but found %,d from %,d on",
                        metadata,
                        rows[i],
                        points,
                        counts[i],
                        starts[i]));
            }
        }
        return starts;
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
