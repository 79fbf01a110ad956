package io.cropmill.inspect;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Recognises what filling an array leaves of a packed, little-endian item: each of its floating point numbers (2, 4 or 8
 * bytes) is NaN, or each is a zero of either sign, and every other byte is zero.
 */
final class PaddingItem {
    /** The bits of float16's infinity; above it is NaN. */
    private static final int INFINITE_HALF = 0x7c00;

    private final List<ItemPart> parts = new ArrayList<>();
    private boolean holdsFloats;

    private record ItemPart(int at, int size, boolean isFloat) {}

    PaddingItem(Dtype type) {
        add(type, 0);
    }

    private void add(Dtype type, long at) {
        if (type instanceof RecordType record) {
            record.fields().forEach(field -> add(field.type(), at + field.offset()));
        } else if (type instanceof SubArrayType array) {
            for (long i = 0; i < array.elementCount(); i++) {
                add(array.base(), at + i * array.base().itemSize());
            }
        } else {
            ScalarType scalar = (ScalarType) type;
            boolean isFloat = scalar.kind() == ScalarType.ScalarKind.FLOAT && scalar.itemSize() <= Double.BYTES;
            holdsFloats |= isFloat;
            parts.add(new ItemPart(Math.toIntExact(at), Math.toIntExact(scalar.itemSize()), isFloat));
        }
    }

    /** True for an item of zeros at a place of a little-endian buffer. */
    boolean isZero(ByteBuffer bytes, int at) {
        return parts.stream()
                .allMatch(part -> part.isFloat
                        ? magnitude(bytes, at + part.at, part.size) == 0
                        : areZeros(bytes, at + part.at, part.size));
    }

    /** True for an item of NaN; never where the item holds no floating point number. */
    boolean isNaN(ByteBuffer bytes, int at) {
        return holdsFloats
                && parts.stream()
                        .allMatch(part -> part.isFloat
                                ? magnitude(bytes, at + part.at, part.size) > infinity(part.size)
                                : areZeros(bytes, at + part.at, part.size));
    }

    /** The bits of a floating point number without its sign. */
    private static long magnitude(ByteBuffer bytes, int at, int size) {
        return switch (size) {
            case Short.BYTES -> bytes.getShort(at) & Short.MAX_VALUE;
            case Integer.BYTES -> bytes.getInt(at) & Integer.MAX_VALUE;
            default -> bytes.getLong(at) & Long.MAX_VALUE;
        };
    }

    private static long infinity(int size) {
        return switch (size) {
            case Short.BYTES -> INFINITE_HALF;
            case Integer.BYTES -> Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
            default -> Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
        };
    }

    private static boolean areZeros(ByteBuffer bytes, int at, int size) {
        for (int i = at; i < at + size; i++) {
            if (bytes.get(i) != 0) {
                return false;
            }
        }
        return true;
    }
}
