package io.cropmill.plain;

import io.cropmill.plain.PlainChecksum.Piece;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A {@code .npy} file that is read back, mostly in ascending order, and the CRC32C of the run of bytes that was gone
 * through. In memory of a mebibyte or of the largest piece of the run, and of the largest that was read apart. For one
 * thread.
 *
 * <pre>
 * file:    | ........ from ################# to ...... |
 * window:                   [start ===== end)            slides forward; every byte of the run passes once
 * </pre>
 */
public final class PlainFile implements Closeable {
    private static final int WINDOW_BYTES = 1 << 20;

    private final PlainBytes file;
    private final StoredArray array;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer window = little(new byte[0]);
    private ByteBuffer apart = little(new byte[0]);
    private boolean inOrder;
    private long from;
    private long to;
    private long start;
    private long end;

    /** How pieces are asked for. */
    public enum PieceOrder {
        /** One after the other: all bytes are read, through a window. */
        IN_ORDER,
        /** Few of them: nothing is read but what is asked for. */
        SCATTERED
    }

    private PlainFile(PlainBytes file, StoredArray array) {
        this.file = file;
        this.array = array;
    }

    /** Opens a file and checks its header and length. */
    public static PlainFile open(PlainFolder folder, String path) throws IOException {
        PlainBytes file = folder.open(path);
        return PlainSource.owning(file, () -> PlainGuard.run(path, () -> new PlainFile(file, StoredArray.read(file))));
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    public String path() {
        return file.path();
    }

    /** Bytes of the file. */
    public long length() {
        return file.length();
    }

    /** What an item of the array is; {@code name} is empty. */
    public PlainField item() {
        return array.type().field("");
    }

    /** True if its items are packed and little-endian. */
    public boolean isPacked() {
        return array.type().isPacked();
    }

    /** True if its rows lie one after the other. */
    public boolean hasWholeRows() {
        return array.hasWholeRows();
    }

    /** Type of an item as NumPy writes it into a header. */
    public String itemText() {
        return array.type().shown();
    }

    /** True if the numbers of its items stand with their highest byte first. */
    public boolean isSwapped() {
        return array.type().swapped();
    }

    public List<Long> shape() {
        return array.shape();
    }

    public long rows() {
        return array.rows();
    }

    public long rowBytes() {
        return array.rowBytes();
    }

    /** Where a row begins; of the row behind the last, where the file ends. */
    public long rowOffset(long row) {
        return array.rowOffset(row);
    }

    /** True if everything before the data is exactly so. */
    public boolean hasHeader(byte[] expected) throws IOException {
        if (array.dataOffset() != expected.length) {
            return false;
        }
        byte[] found = new byte[expected.length];
        file.read(0, found, 0, found.length);
        return Arrays.equals(found, expected);
    }

    /** Starts a run of bytes; pieces outside of it can be read too, apart. */
    public void begin(long firstByte, long endByte, PieceOrder order) {
        if (firstByte < 0 || endByte < firstByte || endByte > length()) {
            throw new IndexOutOfBoundsException("bytes " + firstByte + " to " + endByte + " of " + length());
        }
        inOrder = order == PieceOrder.IN_ORDER;
        from = firstByte;
        to = endByte;
        start = firstByte;
        end = firstByte;
        crc.reset();
    }

    /**
     * A piece of the file: little-endian, from the buffer's position to its limit; valid until the next call.
     *
     * @param bytes length of the piece, which must lie within the file
     */
    public ByteBuffer read(long offset, int bytes) throws IOException {
        if (offset < 0 || bytes < 0 || offset > length() - bytes) {
            throw new IndexOutOfBoundsException(bytes + " bytes at " + offset + " of " + length());
        }
        if (!inOrder || offset < start || offset + bytes > to) {
            if (apart.capacity() < bytes) {
                apart = little(PlainBytes.memory(path(), bytes));
            }
            file.read(offset, apart.array(), 0, bytes);
            return apart.clear().limit(bytes);
        }
        while (offset > end) {
            slide(end, 1);
        }
        if (offset + bytes > end) {
            slide(offset, bytes);
        }
        int at = (int) (offset - start);
        return window.clear().limit(at + bytes).position(at);
    }

    /** A row, as {@link #read}. */
    public ByteBuffer row(long row) throws IOException {
        return read(rowOffset(row), Math.toIntExact(rowBytes()));
    }

    /** Reads the rest of the run and returns its checksum. Only in order. */
    public Piece finish() throws IOException {
        if (!inOrder) {
            throw new IllegalStateException("Bytes that were not read have no checksum");
        }
        while (end < to) {
            slide(end, 1);
        }
        return new Piece(from, to - from, (int) crc.getValue());
    }

    /** Moves the window's start, drops what is before it and fills up behind. */
    private void slide(long newStart, int atLeast) throws IOException {
        int kept = (int) (end - newStart);
        byte[] before = window.array();
        int size = (int) Math.max(atLeast, Math.min(WINDOW_BYTES, to - newStart));
        if (before.length < atLeast || before.length == 0) {
            window = little(PlainBytes.memory(path(), size));
        }
        System.arraycopy(before, (int) (newStart - start), window.array(), 0, kept);
        start = newStart;
        int filled = (int) Math.min(window.capacity(), to - start);
        file.read(end, window.array(), kept, filled - kept);
        crc.update(window.array(), kept, filled - kept);
        end = start + filled;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
