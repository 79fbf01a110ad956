package io.cropmill.export;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema.CropField;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.RecordType;
import io.cropmill.storage.Closing;
import io.cropmill.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.util.List;

/** The metadata file of a pair, run of rows by run of rows. For one thread. */
final class MetadataRows implements Closeable {
    /** Bytes of point_start, point_count and source_point_count, before the crop fields. */
    static final int OWN_BYTES = Long.BYTES + 2 * Integer.BYTES;

    private static final int BATCH_ROWS = 4096;
    private static final int COUNT_AT = Long.BYTES;
    private static final int SOURCE_COUNT_AT = COUNT_AT + Integer.BYTES;
    private static final List<String> OWN_FIELDS = List.of("point_start", "point_count", "source_point_count");

    private final String path;
    private final SeekableByteChannel channel;
    private final NpyReader reader;
    private final int rowBytes;
    private ByteBuffer rows = ByteBuffer.allocate(0);

    private MetadataRows(String path, SeekableByteChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
        this.reader = new NpyReader(path, channel);
        NpyHeader header = reader.header();
        if (!(header.dtype() instanceof RecordType record)
                || header.shape().size() != 1
                || !record.packed().equals(record)
                || record.fields().size() < OWN_FIELDS.size()
                || !record.fields().subList(0, OWN_FIELDS.size()).stream()
                        .map(RecordType.Field::name)
                        .toList()
                        .equals(OWN_FIELDS)
                || record.itemSize() < OWN_BYTES) {
            throw new CropException("[" + path + "] Expected a pair's metadata, packed records that begin with "
                    + OWN_FIELDS + ", but found " + header.dtype().descr() + " of shape " + header.shape());
        }
        this.rowBytes = Math.toIntExact(record.itemSize());
    }

    static MetadataRows open(Storage storage, String path) throws IOException {
        SeekableByteChannel channel = storage.open(path);
        try {
            return new MetadataRows(path, channel);
        } catch (IOException | RuntimeException e) {
            Closing.after(e, channel);
            throw e;
        }
    }

    String path() {
        return path;
    }

    long total() {
        return reader.header().rows();
    }

    List<CropField> cropFields() {
        return ((RecordType) reader.header().dtype())
                .fields().stream()
                        .skip(OWN_FIELDS.size())
                        .map(field -> new CropField(field.name(), field.type()))
                        .toList();
    }

    /** Takes the counts of a row: how many points the pair holds, and how many the source had. */
    interface CountedRow {
        void add(long row, int held, int source);
    }

    /** Gives the counts of all rows of a pair's metadata, in order. */
    static void counts(Storage storage, String path, CountedRow each) throws IOException {
        try (MetadataRows rows = open(storage, path)) {
            for (long first = 0; first < rows.total(); first += BATCH_ROWS) {
                int batch = (int) Math.min(BATCH_ROWS, rows.total() - first);
                rows.read(first, batch);
                for (int place = 0; place < batch; place++) {
                    each.add(first + place, rows.count(place), rows.sourceCount(place));
                }
            }
        }
    }

    /** Reads rows, to be asked for below by their place in the run. */
    void read(long first, int count) throws IOException {
        int bytes = Math.multiplyExact(count, rowBytes);
        if (rows.capacity() < bytes) {
            rows = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
        reader.readRows(first, count, rows.clear().limit(bytes));
    }

    long start(int place) {
        return rows.getLong(place * rowBytes);
    }

    int count(int place) {
        return rows.getInt(place * rowBytes + COUNT_AT);
    }

    int sourceCount(int place) {
        return rows.getInt(place * rowBytes + SOURCE_COUNT_AT);
    }

    /** Holds the crop fields of a row from {@link #cropAt} on. */
    ByteBuffer bytes() {
        return rows;
    }

    int cropAt(int place) {
        return place * rowBytes + OWN_BYTES;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
