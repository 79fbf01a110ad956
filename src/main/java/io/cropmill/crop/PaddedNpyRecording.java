package io.cropmill.crop;

import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyHeaderReader;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.storage.Closing;
import io.cropmill.storage.Storage;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.apache.arrow.memory.BufferAllocator;

/**
 * A padded structured {@code .npy} file: one record a crop, point fields with a capacity axis, a point count.
 *
 * <pre>
 * header | row 0: xy[capacity][2] height[capacity] ... point_count label ... | row 1 | ...
 * </pre>
 */
public final class PaddedNpyRecording implements Recording {
    private final String file;
    private final SeekableByteChannel channel;
    private final NpyHeader header;
    private final PaddedLayout layout;

    private PaddedNpyRecording(String file, SeekableByteChannel channel, NpyHeader header, PaddedLayout layout) {
        this.file = file;
        this.channel = channel;
        this.header = header;
        this.layout = layout;
    }

    /** Opens a file of a storage and checks its header and length. */
    public static PaddedNpyRecording open(Storage storage, String path, FieldChoice choice) throws IOException {
        SeekableByteChannel channel = storage.open(path);
        try {
            return of(path, channel, NpyHeaderReader.read(path, channel), choice);
        } catch (IOException | RuntimeException e) {
            Closing.after(e, channel);
            throw e;
        }
    }

    /** Owns the channel, unless it throws. */
    static PaddedNpyRecording of(String path, SeekableByteChannel channel, NpyHeader header, FieldChoice choice)
            throws CropException {
        return new PaddedNpyRecording(path, channel, header, PaddedLayout.of(path, header, choice));
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
    public List<LeftOutField> leftOut() {
        return layout.leftOut((RecordType) header.dtype());
    }

    @Override
    public long rows() {
        return header.elementCount();
    }

    /** Points that a row reserves. */
    public long capacity() {
        return layout.capacity();
    }

    @Override
    public Optional<PaddedRow> paddedRow() {
        return Optional.of(row());
    }

    /** What one row is made of. */
    public PaddedRow row() {
        return new PaddedRow(
                (RecordType) header.dtype(),
                layout.count().name(),
                layout.points().stream().map(RecordType.Field::name).toList());
    }

    @Override
    public void counts(long firstRow, long endRow, LongConsumer eachCount) throws IOException {
        Objects.checkFromToIndex(firstRow, endRow, rows());
        ByteBuffer bytes =
                ByteBuffer.allocateDirect(Math.toIntExact(layout.count().type().itemSize()));
        for (long row = firstRow; row < endRow; row++) {
            readFully(rowOffset(row) + layout.count().offset(), bytes.clear());
            eachCount.accept(checkedCount(bytes, 0, row));
        }
    }

    @Override
    public CropReader read(long firstRow, long endRow, BufferAllocator allocator, long batchBytes) throws IOException {
        Objects.checkFromToIndex(firstRow, endRow, rows());
        if (layout.rowBytes() > Integer.MAX_VALUE) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected rows of at most %,d bytes, but found %,d",
                    file,
                    Integer.MAX_VALUE,
                    layout.rowBytes()));
        }
        return new PaddedNpyReader(this, firstRow, endRow, allocator, batchBytes);
    }

    String file() {
        return file;
    }

    PaddedLayout layout() {
        return layout;
    }

    /** Byte of the file at which a row begins. */
    long rowOffset(long row) {
        return header.dataOffset() + Math.multiplyExact(row, layout.rowBytes());
    }

    void readFully(long position, ByteBuffer target) throws IOException {
        channel.position(position);
        while (target.hasRemaining()) {
            if (channel.read(target) < 0) {
                throw new EOFException(String.format(
                        Locale.ROOT,
                        "[%s] Expected %,d more bytes at byte %,d, but the file ends; it became shorter while it was read",
                        file,
                        target.remaining(),
                        position));
            }
        }
    }

    /** The count that lies at an offset of the buffer, checked against the capacity. */
    int checkedCount(ByteBuffer bytes, int offset, long row) throws CropException {
        ScalarType type = (ScalarType) layout.count().type();
        long count = type.number(bytes, offset);
        if (count < 0 || count > layout.capacity()) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %s from 0 to %,d in row %,d at byte %,d, but found %s",
                    file,
                    layout.count().name(),
                    layout.capacity(),
                    row,
                    rowOffset(row) + layout.count().offset(),
                    type.value(count)));
        }
        return Math.toIntExact(count);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
