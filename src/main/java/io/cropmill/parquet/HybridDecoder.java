package io.cropmill.parquet;

import io.cropmill.text.Figures;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import org.apache.parquet.column.values.bitpacking.BytePacker;
import org.apache.parquet.column.values.bitpacking.Packer;

/**
 * Parquet's hybrid of run lengths and bit packing, decoded run by run instead of value by value: the levels of a crop's
 * thousand points are mostly one run.
 *
 * <pre>
 * run = varint header, then: header even: the value, in whole bytes, repeated header / 2 times
 *                            header odd:  header / 2 groups of 8 values, bit-packed from the lowest bit on
 * </pre>
 *
 * <p>The runs hold as many values as the page says, each below a limit, and the bytes end with the last run; else it is an
 * {@link IllegalArgumentException} that says what was expected and found. Packed values behind the last are padding: some
 * writers fill up a group, DuckDB a block of 256, and some cut the last group where its last value ends.
 */
final class HybridDecoder {
    private static final int GROUP = 8;

    private final ByteBuffer bytes;
    private final int bitWidth;
    private final int values;
    private final int limit;
    private final boolean isLimited;
    private final String what;
    private final BytePacker packer;
    private final int[] group = new int[GROUP];
    /** Values of runs that have not begun. */
    private int left;

    private int repeated;
    private int repeatedLeft;
    private int packedLeft;
    private int groupNext = GROUP;

    /**
     * Decodes what remains of the buffer, whose position it moves.
     *
     * @param values number of values in the runs
     * @param limit bound above the largest value
     * @param what the values are, in the plural
     */
    HybridDecoder(ByteBuffer bytes, int bitWidth, int values, int limit, String what) {
        if (bitWidth < 0 || bitWidth > Integer.SIZE) {
            throw new IllegalArgumentException("expected " + what + " of 0 to 32 bits, but found " + bitWidth);
        }
        this.bytes = bytes;
        this.bitWidth = bitWidth;
        this.values = values;
        this.limit = limit;
        this.isLimited = limit < 1L << bitWidth;
        this.what = what;
        this.packer = Packer.LITTLE_ENDIAN.newBytePacker(bitWidth);
        this.left = values;
    }

    /** Where a value is repeated, how often still; 0 before packed values. */
    int repeats() {
        startRun();
        return repeatedLeft;
    }

    /** The repeated value. */
    int value() {
        return repeated;
    }

    /** Passes repetitions of the repeated value. */
    void pass(int count) {
        repeatedLeft -= count;
    }

    /** Decodes the next values. */
    void read(int[] target, int from, int count) {
        int at = from;
        int end = from + count;
        while (at < end) {
            int repeats = Math.min(repeats(), end - at);
            if (repeats > 0) {
                Arrays.fill(target, at, at + repeats, repeated);
                repeatedLeft -= repeats;
                at += repeats;
            } else {
                at += readPacked(target, at, end - at);
            }
        }
    }

    /** Passes values. */
    void skip(int count) {
        int left = count;
        int[] dropped = new int[Math.min(left, 4096)];
        while (left > 0) {
            int repeats = Math.min(repeats(), left);
            if (repeats > 0) {
                repeatedLeft -= repeats;
                left -= repeats;
            } else {
                left -= readPacked(dropped, 0, Math.min(left, dropped.length));
            }
        }
    }

    private int readPacked(int[] target, int from, int most) {
        int count = 0;
        int wanted = Math.min(most, packedLeft);
        while (count < wanted && groupNext < GROUP) {
            target[from + count++] = group[groupNext++];
        }
        while (wanted - count >= GROUP) {
            unpack(target, from + count);
            count += GROUP;
        }
        if (count < wanted) {
            unpack(group, 0);
            groupNext = 0;
            while (count < wanted) {
                target[from + count++] = group[groupNext++];
            }
        }
        packedLeft -= wanted;
        if (isLimited) {
            requireBelow(target, from, from + wanted);
        }
        return wanted;
    }

    private void unpack(int[] target, int at) {
        if (bytes.remaining() >= bitWidth) {
            packer.unpack8Values(bytes, bytes.position(), target, at);
            bytes.position(bytes.position() + bitWidth);
        } else {
            packer.unpack8Values(ByteBuffer.allocate(bitWidth).put(bytes), 0, target, at);
        }
    }

    /** Without a branch for each value. */
    private void requireBelow(int[] found, int from, int end) {
        int odd = 0;
        for (int i = from; i < end; i++) {
            odd |= found[i] | limit - 1 - found[i];
        }
        for (int i = from; odd < 0 && i < end; i++) {
            requireBelow(found[i]);
        }
    }

    private void requireBelow(int value) {
        if (value < 0 || value >= limit) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "expected %s below %,d, but found %,d", what, limit, Integer.toUnsignedLong(value)));
        }
    }

    private void startRun() {
        if (repeatedLeft > 0 || packedLeft > 0) {
            return;
        }
        if (left == 0) {
            throw new IllegalStateException(values + " " + what + " have been read");
        }
        if (bitWidth == 0 && ColumnValues.isPadding(bytes, bytes.remaining())) {
            startRepeated(left);
            return;
        }
        try {
            long header = varint();
            if ((header & 1) == 0) {
                startRepeated(header >>> 1);
            } else {
                startPacked(header >>> 1);
            }
        } catch (BufferUnderflowException e) {
            throw wrongCount(values - left);
        }
    }

    private void startRepeated(long length) {
        if (length == 0 || length > left) {
            throw wrongCount(values - left + length);
        }
        repeated = repeatedValue();
        requireBelow(repeated);
        repeatedLeft = (int) length;
        left -= repeatedLeft;
        if (left == 0 && !ColumnValues.isPadding(bytes, bytes.remaining())) {
            throw new IllegalArgumentException(
                    "expected no bytes behind its " + what + ", but found " + bytes.remaining());
        }
    }

    private void startPacked(long groups) {
        long length = groups * GROUP;
        boolean isLast = length >= left;
        boolean isThere = isLast ? isEnd(groups) : bytes.remaining() >= groups * bitWidth;
        if (length == 0 || !isThere) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "expected %s for its last %,d packed %s, but found %,d",
                    Figures.counted(groups * bitWidth, "byte"),
                    length,
                    what,
                    bytes.remaining()));
        }
        packedLeft = (int) Math.min(length, left);
        left -= packedLeft;
        groupNext = GROUP;
    }

    /** True if the rest of the bytes is that of the last run, whole or without the end of its last group. */
    private boolean isEnd(long groups) {
        long whole = groups * bitWidth;
        boolean isLastGroup = (groups - 1) * GROUP < left;
        long least = isLastGroup ? ((long) left * bitWidth + Byte.SIZE - 1) / Byte.SIZE : whole;
        int there = bytes.remaining();
        return there >= least && there <= whole
                || there - Long.BYTES >= least
                        && there - Long.BYTES <= whole
                        && ColumnValues.isPadding(bytes, Long.BYTES);
    }

    private IllegalArgumentException wrongCount(long found) {
        return new IllegalArgumentException(
                String.format(Locale.ROOT, "expected %,d %s, but found %,d", values, what, found));
    }

    private int repeatedValue() {
        int value = 0;
        for (int shift = 0; shift < bitWidth; shift += Byte.SIZE) {
            value |= Byte.toUnsignedInt(bytes.get()) << shift;
        }
        return value;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < Integer.SIZE + 3; shift += 7) {
            byte next = bytes.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a run's length must fit 32 bits");
    }
}
