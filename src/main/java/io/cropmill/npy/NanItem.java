package io.cropmill.npy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Recognises what filling an array with NaN leaves of a packed, little-endian item: each of its floating point numbers (2, 4
 * or 8 bytes) is NaN, and every other byte is zero.
 */
public final class NanItem {
    /** The bits of float16's infinity; above it is NaN. */
    private static final int INFINITE_HALF = 0x7c00;

    private final List<ItemPart> parts = new ArrayList<>();
    private boolean holdsFloats;

    private record ItemPart(int at, int size, boolean isFloat) {}

    public NanItem(Dtype type) {
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

    /** Where there are none, an item of zeros is nothing but zeros. */
    public boolean holdsFloats() {
        return holdsFloats;
    }

    /** True for an item at a place of a little-endian buffer that is as described. */
    public boolean matches(ByteBuffer bytes, int at) {
        for (ItemPart part : parts) {
            if (part.isFloat ? !isNaN(bytes, at + part.at, part.size) : !isZero(bytes, at + part.at, part.size)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNaN(ByteBuffer bytes, int at, int size) {
        return switch (size) {
            case Short.BYTES -> (bytes.getShort(at) & Short.MAX_VALUE) > INFINITE_HALF;
            case Integer.BYTES -> Float.isNaN(bytes.getFloat(at));
            default -> Double.isNaN(bytes.getDouble(at));
        };
    }

    private static boolean isZero(ByteBuffer bytes, int at, int size) {
        for (int i = at; i < at + size; i++) {
            if (bytes.get(i) != 0) {
                return false;
            }
        }
        return true;
    }
}
