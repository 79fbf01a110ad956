package io.cropmill.plain;

import io.cropmill.text.Figures;
import java.util.Arrays;

/** Bytes of numbers, little-endian, that more are appended to. */
final class ByteList {
    /** Bytes of a row of a column: an index of a few bytes can say that a number comes again without end. */
    static final int MOST = 256 << 20;

    private byte[] bytes = new byte[256];
    private int size;

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Appends the lowest bytes of a number. */
    void add(long number, int count) {
        int at = room(count);
        for (int i = 0; i < count; i++) {
            bytes[at + i] = (byte) (number >> i * Byte.SIZE);
        }
    }

    /** Appends bytes as they are. */
    void add(byte[] from) {
        int at = room(from.length);
        System.arraycopy(from, 0, bytes, at, from.length);
    }

    /** The first bytes as a number, with or without a sign. */
    long number(int count, boolean isSigned) {
        long number = 0;
        for (int i = 0; i < count; i++) {
            number |= Byte.toUnsignedLong(bytes[i]) << i * Byte.SIZE;
        }
        int free = Long.SIZE - count * Byte.SIZE;
        return isSigned ? number << free >> free : number;
    }

    /** A copy of all. */
    byte[] copy() {
        return Arrays.copyOf(bytes, size);
    }

    private int room(int count) {
        int at = size;
        if (count > MOST - size) {
            throw new IllegalStateException(
                    "its row has more than the " + Figures.count(MOST) + " bytes that a row may have");
        }
        size += count;
        if (size > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(MOST, Math.max(size, 2L * bytes.length)));
        }
        return at;
    }
}
