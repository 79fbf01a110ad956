package io.cropmill.npy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/** Two buffers between which bytes move, seen in one byte order so that a value's bytes turn round only on purpose. */
final class PackingMove {
    private static final byte[] ZEROS = new byte[4096];

    private final ByteBuffer source;
    private final ByteBuffer target;

    PackingMove(ByteBuffer source, ByteBuffer target) {
        this.source = source.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.target = target.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Refuses items that would lie outside the buffer before any byte moves. */
    static void checkRoom(ByteBuffer buffer, int offset, int stride, int itemSize, int items) {
        long span = items <= 0 ? items : Math.addExact(Math.multiplyExact((long) stride, items - 1L), itemSize);
        Objects.checkFromIndexSize((long) offset, span, (long) buffer.limit());
    }

    void copy(int from, int to, int bytes) {
        switch (bytes) {
            case 1 -> target.put(to, source.get(from));
            case 2 -> target.putShort(to, source.getShort(from));
            case 4 -> target.putInt(to, source.getInt(from));
            case 8 -> target.putLong(to, source.getLong(from));
            default -> target.put(to, source, from, bytes);
        }
    }

    void clear(int to, int bytes) {
        for (int done = 0; done < bytes; done += ZEROS.length) {
            target.put(to + done, ZEROS, 0, Math.min(ZEROS.length, bytes - done));
        }
    }

    void swap(int from, int to, int width, int bytes) {
        switch (width) {
            case 2 -> swapShorts(from, to, bytes);
            case 4 -> swapInts(from, to, bytes);
            case 8 -> swapLongs(from, to, bytes);
            case 16 -> swapPairs(from, to, bytes);
            default -> throw new IllegalArgumentException("width must be 2, 4, 8 or 16 but was " + width);
        }
    }

    private void swapShorts(int from, int to, int bytes) {
        for (int i = 0; i < bytes; i += Short.BYTES) {
            target.putShort(to + i, Short.reverseBytes(source.getShort(from + i)));
        }
    }

    private void swapInts(int from, int to, int bytes) {
        for (int i = 0; i < bytes; i += Integer.BYTES) {
            target.putInt(to + i, Integer.reverseBytes(source.getInt(from + i)));
        }
    }

    private void swapLongs(int from, int to, int bytes) {
        for (int i = 0; i < bytes; i += Long.BYTES) {
            target.putLong(to + i, Long.reverseBytes(source.getLong(from + i)));
        }
    }

    private void swapPairs(int from, int to, int bytes) {
        for (int i = 0; i < bytes; i += 2 * Long.BYTES) {
            target.putLong(to + i, Long.reverseBytes(source.getLong(from + i + Long.BYTES)));
            target.putLong(to + i + Long.BYTES, Long.reverseBytes(source.getLong(from + i)));
        }
    }
}
