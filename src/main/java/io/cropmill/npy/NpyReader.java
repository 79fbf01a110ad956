package io.cropmill.npy;

import io.cropmill.text.Figures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Objects;

/**
 * Reads the data of one {@code .npy} array in C order, also of a file in Fortran order, into memory that the caller gives.
 *
 * <p>The channel stays the caller's; its position is free to move. Not safe for threads.
 */
public final class NpyReader {
    private final String file;
    private final SeekableByteChannel channel;
    private final NpyHeader header;

    /**
     * Reads the header.
     *
     * @param file name of the file in errors
     */
    public NpyReader(String file, SeekableByteChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        this.header = NpyHeaderReader.read(file, channel);
    }

    /** A whole {@code .npy} in memory: what remains of the buffer, whose position and limit are left alone. */
    public NpyReader(String file, ByteBuffer bytes) throws IOException {
        this(file, new ByteBufferChannel(bytes));
    }

    public NpyHeader header() {
        return header;
    }

    /**
     * Puts rows into a buffer as they are in the file, padding and byte order included, elements in C order.
     *
     * @param firstRow 0 to {@link NpyHeader#rows()}
     * @param target buffer whose position moves by {@code rows} times {@link NpyHeader#rowBytes()}
     */
    public void readRows(long firstRow, int rows, ByteBuffer target) throws IOException {
        if (firstRow < 0 || rows < 0 || rows > header.rows() - firstRow) {
            throw new IndexOutOfBoundsException(
                    "rows " + firstRow + " to " + Math.addExact(firstRow, rows) + " of " + header.rows());
        }
        int bytes = Math.toIntExact(Math.multiplyExact(rows, header.rowBytes()));
        ByteBuffer exact = target.duplicate().limit(Math.addExact(target.position(), bytes));
        if (header.hasWholeRows()) {
            ChannelReads.fill(file, channel, header.rowOffset(firstRow), exact);
        } else {
            new FortranRows(file, channel, header).read(firstRow, rows, exact);
        }
        target.position(target.position() + bytes);
    }

    /**
     * Puts a part of one row into what remains of a buffer, as it is in the file; nothing else of the row is read.
     *
     * @param offset offset of the part's first byte in the row
     * @throws IllegalStateException if rows are scattered ({@link NpyHeader#hasWholeRows()})
     */
    public void readPart(long row, long offset, ByteBuffer target) throws IOException {
        if (row < 0 || row >= header.rows()) {
            throw new IndexOutOfBoundsException("row " + row + " of " + header.rows());
        }
        Objects.checkFromIndexSize(offset, (long) target.remaining(), header.rowBytes());
        ChannelReads.fill(file, channel, header.rowOffset(row) + offset, target);
    }

    /**
     * All elements, packed little-endian, in C order.
     *
     * @param limit bytes of data in the file that are taken for small
     * @throws NpyException if the array is larger
     */
    public byte[] packedData(int limit) throws IOException {
        if (header.dataBytes() > limit) {
            throw new NpyException("[" + file + "] Expected at most " + Figures.counted(limit, "byte")
                    + " of data, but found " + Figures.count(header.dataBytes()));
        }
        ByteBuffer raw = ByteBuffer.allocate((int) header.dataBytes());
        if (raw.hasRemaining()) {
            readRows(0, Math.toIntExact(header.rows()), raw);
        }
        FieldPacking packing = FieldPacking.of(header.dtype());
        if (packing.isPlainCopy()) {
            return raw.array();
        }
        int items = Math.toIntExact(header.elementCount());
        ByteBuffer packed = ByteBuffer.allocate(Math.toIntExact(items * packing.packedSize()));
        packing.pack(raw, 0, packed, 0, items);
        return packed.array();
    }
}
