package io.cropmill.validate;

import io.cropmill.plain.PlainField;
import io.cropmill.plain.PlainHalf;
import io.cropmill.plain.PlainNumber;
import io.cropmill.text.Figures;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Two values that should be one, as text.
 *
 * @param ulps distance of two finite floats in units in the last place of their type, -1 if that has no meaning
 */
public record ValuePair(String expected, String found, long ulps) implements Serializable {
    private static final int MOST_BYTES_SHOWN = 16;

    /** Two numbers. */
    static ValuePair of(long expected, long found) {
        return new ValuePair(Figures.count(expected), Figures.count(found), -1);
    }

    /** Two little-endian values; where both look alike (not-a-numbers), their bits follow. */
    static ValuePair of(PlainField type, ByteBuffer expected, int expectedAt, ByteBuffer found, int foundAt) {
        String old = text(type, expected, expectedAt);
        String now = text(type, found, foundAt);
        boolean alike = old.equals(now);
        return new ValuePair(
                alike ? old + " (" + hex(type, expected, expectedAt) + ")" : old,
                alike ? now + " (" + hex(type, found, foundAt) + ")" : now,
                ulps(type, expected, expectedAt, found, foundAt));
    }

    private static String text(PlainField type, ByteBuffer bytes, int at) {
        return switch (type.kind()) {
            case 'b' -> bytes.get(at) == 0 ? "False" : bytes.get(at) == 1 ? "True" : hex(type, bytes, at);
            case 'i', 'M', 'm' -> Long.toString(integer(type, bytes, at, true));
            case 'u' -> Long.toUnsignedString(integer(type, bytes, at, false));
            case 'f' -> floating(type, bytes, at);
            default -> hex(type, bytes, at);
        };
    }

    private static long integer(PlainField type, ByteBuffer bytes, int at, boolean signed) {
        byte[] number = new byte[type.scalarBytes()];
        bytes.get(at, number);
        return PlainNumber.integer(number, 0, number.length, signed, false);
    }

    private static String floating(PlainField type, ByteBuffer bytes, int at) {
        return switch (type.scalarBytes()) {
            case Short.BYTES -> Float.toString(PlainHalf.decode(bytes.getShort(at)));
            case Float.BYTES -> Float.toString(bytes.getFloat(at));
            case Double.BYTES -> Double.toString(bytes.getDouble(at));
            default -> hex(type, bytes, at);
        };
    }

    /** In reading order, the highest byte of a number first. */
    private static String hex(PlainField type, ByteBuffer bytes, int at) {
        int size = Math.min(type.scalarBytes(), MOST_BYTES_SHOWN);
        boolean number = type.scalarBytes() == size && "SVU".indexOf(type.kind()) < 0;
        byte[] shown = new byte[size];
        for (int i = 0; i < size; i++) {
            shown[i] = bytes.get(number ? at + size - 1 - i : at + i);
        }
        return "0x" + HexFormat.of().formatHex(shown) + (type.scalarBytes() > size ? "..." : "");
    }

    private static long ulps(PlainField type, ByteBuffer a, int aAt, ByteBuffer b, int bAt) {
        if (type.kind() != 'f') {
            return -1;
        }
        return switch (type.scalarBytes()) {
            case Short.BYTES -> distance(a.getShort(aAt), b.getShort(bAt), 0x7c00, 0x7fff);
            case Float.BYTES -> distance(a.getInt(aAt), b.getInt(bAt), 0x7f800000, 0x7fffffff);
            case Double.BYTES -> distance(a.getLong(aAt), b.getLong(bAt), 0x7ff0000000000000L, 0x7fffffffffffffffL);
            default -> -1;
        };
    }

    private static long distance(long a, long b, long infinity, long magnitude) {
        boolean finite = (a & magnitude) < infinity && (b & magnitude) < infinity;
        long x = a < 0 ? -(a & magnitude) : a;
        long y = b < 0 ? -(b & magnitude) : b;
        long distance = x > y ? x - y : y - x;
        // Two doubles of opposite signs may be further apart than a long can hold.
        return finite ? distance < 0 ? Long.MAX_VALUE : distance : -1;
    }
}
