package io.cropmill.crop;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.SubArrayType;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * An array that a binary cell holds.
 *
 * @param bytes the array's data begin at {@code header.dataOffset()}; valid as long as the cell
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

    private static Dtype typed(Dtype entry, List<Long> shape) {
        return shape.isEmpty() ? entry.packed() : new SubArrayType(entry.packed(), shape);
    }
}
