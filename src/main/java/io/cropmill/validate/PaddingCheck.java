package io.cropmill.validate;

import io.cropmill.plain.PlainField;
import io.cropmill.plain.PlainNumber;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the slots behind a row's last real point. Loaders fill them with zeros, with NaN or with copies of real points;
 * anything else suggests that the count is too low. For one thread.
 */
final class PaddingCheck {
    private static final byte[] ZEROS = new byte[1 << 14];
    private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

    private final List<PointField> fields;
    private long[] real = {};

    /**
     * A slot that should not be as it is.
     *
     * @param slot its place in the row
     * @param field field of the slot that is not zero
     */
    record OddSlot(int slot, PointField field) {}

    /**
     * Slots that only the source holds.
     *
     * @param first first of these slots
     * @param count number of these slots
     */
    record OddSlots(OddSlot first, int count) {}

    PaddingCheck(List<PointField> fields) {
        this.fields = fields;
    }

    /** What a floating point number is of which padding consists. */
    private interface Fill {
        boolean is(long bits, int size);
    }

    /** The first slot behind the real points that is not all zero, or null; -0.0 is zero. */
    @Nullable
    OddSlot firstNotZero(int count, int slots) {
        OddSlot first = null;
        for (PointField field : fields) {
            int at = firstNotZero(field.bytes().array(), count * field.size(), slots * field.size());
            int slot = at / Math.max(1, field.size());
            if (at >= 0 && (first == null || slot < first.slot())) {
                first = new OddSlot(slot, field);
            }
        }
        for (int slot = first == null ? slots : first.slot(); slot < slots; slot++) {
            PointField notZero = notZero(slot);
            if (notZero != null) {
                return new OddSlot(slot, notZero);
            }
        }
        return null;
    }

    private static int firstNotZero(byte[] bytes, int from, int end) {
        for (int at = from; at < end; at += ZEROS.length) {
            int length = Math.min(ZEROS.length, end - at);
            int differs = Arrays.mismatch(bytes, at, at + length, ZEROS, 0, length);
            if (differs >= 0) {
                return at + differs;
            }
        }
        return -1;
    }

    /** The slots from a given one on that are neither all zero nor NaN nor copies of real points, or null. */
    @Nullable
    OddSlots odd(int count, int slots, OddSlot firstNotZero) {
        boolean hashed = false;
        OddSlot first = null;
        int odd = 0;
        for (int slot = firstNotZero.slot(); slot < slots; slot++) {
            // The usual ways to fill up: all points again, the last one, the first one.
            if (count > 0 && (equal(slot, slot % count) || equal(slot, count - 1) || equal(slot, 0))) {
                continue;
            }
            PointField notZero = notZero(slot);
            if (notZero == null || isNaN(slot)) {
                continue;
            }
            if (!hashed) {
                hashReal(count);
                hashed = true;
            }
            if (!isReal(hash(slot))) {
                first = first == null ? new OddSlot(slot, notZero) : first;
                odd++;
            }
        }
        return first == null ? null : new OddSlots(first, odd);
    }

    private boolean equal(int slot, int other) {
        for (PointField field : fields) {
            int a = slot * field.size();
            int b = other * field.size();
            for (int i = 0; i < field.size(); i++) {
                if (field.bytes().get(a + i) != field.bytes().get(b + i)) {
                    return false;
                }
            }
        }
        return true;
    }

    @Nullable
    private PointField notZero(int slot) {
        for (PointField field : fields) {
            if (!isFilled(field.type(), field.bytes().array(), slot * field.size(), PaddingCheck::isZero)) {
                return field;
            }
        }
        return null;
    }

    private boolean isNaN(int slot) {
        boolean holdsFloats = false;
        for (PointField field : fields) {
            if (!isFilled(field.type(), field.bytes().array(), slot * field.size(), PaddingCheck::isNaN)) {
                return false;
            }
            holdsFloats |= holdsFloats(field.type());
        }
        return holdsFloats;
    }

    /** Each of its floating point numbers (2, 4 or 8 bytes) is as said, and every other byte is zero. */
    private static boolean isFilled(PlainField type, byte[] bytes, int from, Fill fill) {
        int size = type.scalarBytes();
        for (int at = from; at < from + type.bytes(); at += size) {
            int part = at;
            for (PlainField inner : type.parts()) {
                if (!isFilled(inner, bytes, part, fill)) {
                    return false;
                }
                part += inner.bytes();
            }
            boolean isRight = isFloat(type)
                    ? fill.is(PlainNumber.integer(bytes, at, size, false, false), size)
                    : !type.parts().isEmpty() || firstNotZero(bytes, at, at + size) < 0;
            if (!isRight) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNaN(long bits, int size) {
        long infinite = size == Short.BYTES ? 0x7c00 : size == Integer.BYTES ? 0x7f800000L : 0x7ff0000000000000L;
        return withoutSign(bits, size) > infinite;
    }

    private static boolean isZero(long bits, int size) {
        return withoutSign(bits, size) == 0;
    }

    private static long withoutSign(long bits, int size) {
        return bits & (1L << Byte.SIZE * size - 1) - 1;
    }

    private static boolean isFloat(PlainField type) {
        return type.parts().isEmpty() && type.kind() == 'f' && type.scalarBytes() <= Double.BYTES;
    }

    private static boolean holdsFloats(PlainField type) {
        return isFloat(type) || type.parts().stream().anyMatch(PaddingCheck::holdsFloats);
    }

    /** A table with open addresses, at most half full; 0 is a free place. */
    private void hashReal(int count) {
        int size = Integer.highestOneBit(Math.max(2, 2 * count)) * 2;
        if (real.length < size) {
            real = new long[size];
        } else {
            Arrays.fill(real, 0);
        }
        for (int slot = 0; slot < count; slot++) {
            long hash = hash(slot);
            int place = (int) (hash & real.length - 1);
            while (real[place] != 0 && real[place] != hash) {
                place = place + 1 & real.length - 1;
            }
            real[place] = hash;
        }
    }

    private boolean isReal(long hash) {
        int place = (int) (hash & real.length - 1);
        while (real[place] != 0 && real[place] != hash) {
            place = place + 1 & real.length - 1;
        }
        return real[place] == hash;
    }

    private long hash(int slot) {
        long hash = 1;
        for (PointField field : fields) {
            for (int i = 0; i < field.size(); i++) {
                hash = (hash ^ field.bytes().get(slot * field.size() + i)) * HASH_FACTOR;
                hash ^= hash >>> 29;
            }
        }
        return hash == 0 ? 1 : hash;
    }
}
