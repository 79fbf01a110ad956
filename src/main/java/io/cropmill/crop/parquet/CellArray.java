package io.cropmill.crop.parquet;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An array that a binary cell holds.
 *
 * @param bytes the array's data begin at {@code header.dataOffset()}; valid as long as the cell; none where only the
 *     header was asked for
 */
record CellArray(NpyHeader header, ByteBuffer bytes) {
    /** Type of the whole array, packed, as a crop field has it. */
    Dtype type() {
        return typed(header.dtype(), header.shape());
    }

    /** Type of one row of the array, packed, as a point field has it; the array has at least one axis. */
    Dtype rowType() {
        return typed(header.dtype(), header.shape().subList(1, header.shape().size()));
    }

    /** The type of text in arrays like this one that takes either's text: the wider one; null where they are not alike. */
    static @Nullable Dtype wider(Dtype one, Dtype other) {
        boolean isText = one.entry() instanceof ScalarType type
                && other.entry() instanceof ScalarType otherType
                && type.kind() == otherType.kind()
                && (type.kind() == ScalarType.ScalarKind.BYTES || type.kind() == ScalarType.ScalarKind.TEXT);
        if (!isText || !one.withEntry(other.entry()).equals(other)) {
            return null;
        }
        return one.itemSize() < other.itemSize() ? other : one;
    }

    private static Dtype typed(Dtype entry, List<Long> shape) {
        return shape.isEmpty() ? entry.packed() : new SubArrayType(entry.packed(), shape);
    }
}
