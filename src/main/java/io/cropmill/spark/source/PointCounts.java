package io.cropmill.spark.source;

import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;

/** Integers that say where points are, checked. */
final class PointCounts {
    private PointCounts() {}

    /** The counts of rows, each from 0 to the capacity. */
    static int[] of(String file, RowForm form, long[] rows, int count, ByteBuffer bytes, RowParts parts)
            throws IOException {
        RecordType.Field field = java.util.Objects.requireNonNull(form.counts());
        int[] counts = new int[count];
        for (int i = 0; i < count; i++) {
            int at = Math.toIntExact(i * parts.stride()) + parts.at(field.offset());
            long found = integer(bytes, at, (ScalarType) field.type());
            if (found < 0 || found > form.capacity()) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "[%s] Expected %s from 0 to %,d in row %,d, but found %s",
                        file,
                        field.name(),
                        form.capacity(),
                        rows[i],
                        shown(found, (ScalarType) field.type())));
            }
            counts[i] = Math.toIntExact(found);
        }
        return counts;
    }

    private static String shown(long value, ScalarType type) {
        return type.kind() == ScalarType.Kind.UINT ? Long.toUnsignedString(value) : Long.toString(value);
    }

    /** An integer of any size and order; an unsigned one of 8 bytes with the highest bit set is negative. */
    static long integer(ByteBuffer bytes, int offset, ScalarType type) {
        ByteBuffer ordered = bytes.duplicate().order(type.order());
        boolean signed = type.kind() == ScalarType.Kind.INT;
        return switch (Math.toIntExact(type.itemSize())) {
            case Byte.BYTES -> signed ? ordered.get(offset) : Byte.toUnsignedLong(ordered.get(offset));
            case Short.BYTES -> signed ? ordered.getShort(offset) : Short.toUnsignedLong(ordered.getShort(offset));
            case Integer.BYTES -> signed ? ordered.getInt(offset) : Integer.toUnsignedLong(ordered.getInt(offset));
            default -> ordered.getLong(offset);
        };
    }
}
