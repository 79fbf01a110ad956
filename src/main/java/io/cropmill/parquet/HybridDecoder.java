package io.cropmill.parquet;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
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
 */
final class HybridDecoder {
    private static final int GROUP = 8;

    private final ByteBuffer bytes;
    private final int bitWidth;
    private final BytePacker packer;
    private final int[] group = new int[GROUP];
    private int repeated;
    private int repeatedLeft;
    private int packedLeft;
    private int groupNext = GROUP;

    /** Decodes what remains of the buffer, whose position it moves. */
    HybridDecoder(ByteBuffer bytes, int bitWidth) {
        if (bitWidth < 0 || bitWidth > Integer.SIZE) {
            throw new IllegalArgumentException("bit width must be from 0 to 32 but was " + bitWidth);
        }
        this.bytes = bytes;
        this.bitWidth = bitWidth;
        this.packer = Packer.LITTLE_ENDIAN.newBytePacker(bitWidth);
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
            unpack(target, from + count, GROUP);
            count += GROUP;
        }
        if (count < wanted) {
            int there = unpack(group, 0, wanted - count);
            if (there < GROUP) {
                packedLeft = Math.min(packedLeft, count + there);
            }
            groupNext = 0;
            while (count < wanted) {
                target[from + count++] = group[groupNext++];
            }
        }
        packedLeft -= wanted;
        return wanted;
    }

    /** Unpacks a group and returns how many of its values are there: all, but perhaps of the last. */
    private int unpack(int[] target, int at, int wanted) {
        if (bytes.remaining() >= bitWidth) {
            packer.unpack8Values(bytes, bytes.position(), target, at);
            bytes.position(bytes.position() + bitWidth);
            return GROUP;
        }
        // Some writers cut the last group where its last value ends.
        int there = bytes.remaining() * Byte.SIZE / bitWidth;
        if (there < wanted) {
            throw new BufferUnderflowException();
        }
        ByteBuffer whole = ByteBuffer.allocate(bitWidth);
        whole.put(bytes);
        packer.unpack8Values(whole, 0, target, at);
        return there;
    }

    private void startRun() {
        if (repeatedLeft > 0 || packedLeft > 0) {
            return;
        }
        if (bitWidth == 0 && !bytes.hasRemaining()) {
            repeated = 0;
            repeatedLeft = Integer.MAX_VALUE;
            return;
        }
        long header = varint();
        long length = header >>> 1;
        if ((header & 1) == 0) {
            repeated = repeatedValue();
            repeatedLeft = (int) Math.min(Integer.MAX_VALUE, length);
        } else {
            packedLeft = (int) Math.min(Integer.MAX_VALUE, length * GROUP);
            groupNext = GROUP;
        }
        if (length == 0) {
            throw new IllegalArgumentException("a run must not be empty");
        }
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
