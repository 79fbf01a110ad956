package io.cropmill.frame;

import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;

/** Integers that say where points are, checked. */
final class PointPositions {
    private PointPositions() {}

    /** The counts of rows, each from 0 to the capacity. */
    static int[] of(String file, FileRowFormat form, long[] rows, int count, ByteBuffer bytes, RowParts parts)
            throws IOException {
        RecordType.Field field = java.util.Objects.requireNonNull(form.counts());
        int[] counts = new int[count];
        for (int i = 0; i < count; i++) {
            int at = Math.toIntExact(i * parts.stride()) + parts.at(field.offset());
            ScalarType type = (ScalarType) field.type();
            long found = type.number(bytes, at);
            if (found < 0 || found > form.capacity()) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "[%s] Expected %s from 0 to %,d in row %,d, but found %s",
                        file,
                        field.name(),
                        form.capacity(),
                        rows[i],
                        type.value(found)));
            }
            counts[i] = Math.toIntExact(found);
        }
        return counts;
    }
}
