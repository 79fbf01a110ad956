package io.cropmill.crop;

import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyReader;
import io.cropmill.storage.Closing;
import io.cropmill.storage.LentBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.apache.arrow.memory.BufferAllocator;

/** A padded plain {@code .npy} file: (crops, capacity, values) of one type. */
public final class PlainNpyRecording implements Recording {
    private static final int COUNT_BYTES = 8 << 20;

    private final String file;
    private final SeekableByteChannel channel;
    private final NpyReader reader;
    private final PlainLayout layout;
    private final PlainCounts counts;

    private PlainNpyRecording(
            String file, SeekableByteChannel channel, NpyReader reader, PlainLayout layout, PlainCounts counts) {
        this.file = file;
        this.channel = channel;
        this.reader = reader;
        this.layout = layout;
        this.counts = counts;
    }

    /** Owns channel and counts, unless it throws; then only the counts are closed. */
    static PlainNpyRecording of(
            String file, SeekableByteChannel channel, NpyHeader header, FieldChoice choice, PlainCounts counts)
            throws IOException {
        try {
            PlainLayout layout = PlainLayout.of(file, header, choice);
            NpyReader reader = new NpyReader(file, channel);
            counts.begin(new PlainCounts.OpenPlainArray(file, reader, layout));
            return new PlainNpyRecording(file, channel, reader, layout, counts);
        } catch (IOException | RuntimeException e) {
            Closing.after(e, counts);
            throw e;
        }
    }

    @Override
    public CropSchema schema() {
        return layout.schema();
    }

    @Override
    public OptionalLong slots() {
        return OptionalLong.of(layout.capacity());
    }

    @Override
    public long rows() {
        return reader.header().rows();
    }

    String file() {
        return file;
    }

    PlainLayout layout() {
        return layout;
    }

    @Override
    public void counts(long firstRow, long endRow, LongConsumer eachCount) throws IOException {
        Objects.checkFromToIndex(firstRow, endRow, rows());
        int piece = counts.needsRows() ? rowsIn(COUNT_BYTES, endRow - firstRow) : 1;
        try (LentBuffer lent =
                LentBuffer.ofRow(file, counts.needsRows() ? Math.toIntExact(piece * layout.rowBytes()) : 0)) {
            ByteBuffer rows = lent.buffer();
            for (long row = firstRow; row < endRow; row += piece) {
                int now = (int) Math.min(piece, endRow - row);
                if (counts.needsRows()) {
                    reader.readRows(row, now, rows.clear());
                }
                for (int i = 0; i < now; i++) {
                    eachCount.accept(checkedCount(row + i, rows, Math.toIntExact(i * layout.rowBytes())));
                }
            }
        }
    }

    /** Rows that fit so many bytes; at least one, which must fit an array. */
    int rowsIn(long bytes, long most) throws CropException {
        if (layout.rowBytes() > Integer.MAX_VALUE) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected rows of at most %,d bytes, but found %,d",
                    file,
                    Integer.MAX_VALUE,
                    layout.rowBytes()));
        }
        long fitting = Math.min(bytes, Integer.MAX_VALUE) / Math.max(1, layout.rowBytes());
        return (int) Math.max(1, Math.min(Math.min(fitting, most), Integer.MAX_VALUE));
    }

    void read(long row, int rows, ByteBuffer target) throws IOException {
        reader.readRows(row, rows, target);
    }

    /** The count of a row that lies in a buffer, checked against the capacity. */
    int checkedCount(long row, ByteBuffer rows, int offset) throws IOException {
        long count = counts.count(row, rows, offset, layout);
        if (count < 0 || count > layout.capacity()) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected a point count from 0 to %,d for row %,d, but found %,d",
                    file,
                    layout.capacity(),
                    row,
                    counts.value(count)));
        }
        return (int) count;
    }

    @Override
    public CropReader read(long firstRow, long endRow, BufferAllocator allocator, long batchBytes) throws IOException {
        Objects.checkFromToIndex(firstRow, endRow, rows());
        return new PlainNpyReader(this, firstRow, endRow, allocator, rowsIn(batchBytes, endRow - firstRow));
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            counts.close();
        }
    }
}
