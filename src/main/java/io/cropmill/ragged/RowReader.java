package io.cropmill.ragged;

import io.cropmill.npy.ChannelReads;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyHeaderReader;
import io.cropmill.storage.Closing;
import io.cropmill.storage.LentBuffer;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads one {@code .npy} file piece by piece, mostly in ascending order, and computes the CRC32C of the run of bytes that it
 * went through. In memory of a mebibyte or of the largest piece of the run, and of the largest that was read apart. For
 * one thread.
 *
 * <pre>
 * file:    | ........ from ################# to ...... |
 * window:                   [start ===== end)            slides forward; every byte of the run passes once
 * </pre>
 */
final class RowReader implements Closeable {
    private static final int WINDOW_BYTES = 1 << 20;
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0).order(ByteOrder.LITTLE_ENDIAN);

    private final String path;
    private final SeekableByteChannel channel;
    private final NpyHeader header;
    private final long length;
    private final CRC32C crc = new CRC32C();
    private @Nullable LentBuffer lentWindow;
    private @Nullable LentBuffer lentPiece;
    private ByteBuffer window = NOTHING;
    private ByteBuffer piece = NOTHING;
    private boolean inOrder;
    private long from;
    private long to;
    private long start;
    private long end;

    /** How pieces are asked for. */
    public enum ReadOrder {
        /** One after the other: all bytes are read, through a window. */
        IN_ORDER,
        /** Few of them: nothing is read but what is asked for. */
        SCATTERED
    }

    private RowReader(String path, SeekableByteChannel channel, NpyHeader header, long length) {
        this.path = path;
        this.channel = channel;
        this.header = header;
        this.length = length;
    }

    /** Opens a file and checks its header and length. */
    public static RowReader open(Storage storage, String path) throws IOException {
        SeekableByteChannel channel = storage.open(path);
        try {
            return new RowReader(path, channel, NpyHeaderReader.read(path, channel), channel.size());
        } catch (IOException | RuntimeException e) {
            Closing.after(e, channel);
            throw e;
        }
    }

    public String path() {
        return path;
    }

    public NpyHeader header() {
        return header;
    }

    /** Bytes of the file. */
    public long length() {
        return length;
    }

    /** Starts a run of bytes; pieces outside of it can be read too, apart. */
    public void begin(long firstByte, long endByte, ReadOrder order) {
        if (firstByte < 0 || endByte < firstByte || endByte > length) {
            throw new IndexOutOfBoundsException("bytes " + firstByte + " to " + endByte + " of " + length);
        }
        inOrder = order == ReadOrder.IN_ORDER;
        from = firstByte;
        to = endByte;
        start = firstByte;
        end = firstByte;
        crc.reset();
    }

    /**
     * A piece of the file: little-endian, from the buffer's position to its limit; valid until the next call.
     *
     * @param bytes bytes of the piece, which must lie within the file
     */
    public ByteBuffer read(long offset, int bytes) throws IOException {
        if (offset < 0 || bytes < 0 || offset > length - bytes) {
            throw new IndexOutOfBoundsException(bytes + " bytes at " + offset + " of " + length);
        }
        if (!inOrder || offset < start || offset + bytes > to) {
            return readApart(offset, bytes);
        }
        while (offset > end) {
            slide(end, 1);
        }
        if (offset + bytes > end) {
            slide(offset, bytes);
        }
        int at = (int) (offset - start);
        return window.limit(at + bytes).position(at);
    }

    /** A row, as {@link #read}. */
    public ByteBuffer row(long row) throws IOException {
        return read(header.rowOffset(row), Math.toIntExact(header.rowBytes()));
    }

    /** Goes through what is left of the run; length and checksum of the run as of a file. Only in order. */
    public WrittenFile finish() throws IOException {
        if (!inOrder) {
            throw new IllegalStateException("Bytes that were not read have no checksum");
        }
        while (end < to) {
            slide(end, 1);
        }
        return new WrittenFile(path, to - from, (int) crc.getValue());
    }

    /** Moves the window's start, drops what is before it and fills up behind. */
    private void slide(long newStart, int atLeast) throws IOException {
        int kept = (int) (end - newStart);
        window.limit((int) (end - start)).position((int) (newStart - start));
        if (window.capacity() < atLeast || window.capacity() == 0) {
            LentBuffer larger = LentBuffer.ofRow(path, (int) Math.max(atLeast, Math.min(WINDOW_BYTES, to - newStart)));
            window = larger.buffer().put(window);
            giveBack(lentWindow);
            lentWindow = larger;
        } else {
            window.compact();
        }
        start = newStart;
        window.limit((int) Math.min(window.capacity(), to - start)).position(kept);
        ChannelReads.fill(path, channel, end, window);
        end = start + window.limit();
        crc.update(window.position(kept));
    }

    private ByteBuffer readApart(long offset, int bytes) throws IOException {
        if (piece.capacity() < bytes) {
            giveBack(lentPiece);
            lentPiece = LentBuffer.ofRow(path, bytes);
            piece = lentPiece.buffer();
        }
        ChannelReads.fill(path, channel, offset, piece.clear().limit(bytes));
        return piece.flip();
    }

    private static void giveBack(@Nullable LentBuffer lent) {
        if (lent != null) {
            lent.close();
        }
    }

    @Override
    public void close() throws IOException {
        giveBack(lentWindow);
        giveBack(lentPiece);
        window = NOTHING;
        piece = NOTHING;
        channel.close();
    }
}
