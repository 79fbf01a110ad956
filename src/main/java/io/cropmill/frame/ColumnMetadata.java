package io.cropmill.frame;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;

/**
 * The NumPy type in a column's metadata: {@code npy.descr}, the packed type as a header has it; {@code shape} of
 * a sub-array, with -1 for the axis of points; {@code npy.unit}, the unit of times.
 */
final class ColumnMetadata {
    static final String DESCR = "npy.descr";
    static final String SHAPE = "shape";
    static final String UNIT = "npy.unit";
    static final long POINTS = -1;

    private ColumnMetadata() {}

    static Metadata of(Dtype packed) {
        return of(packed, packed instanceof SubArrayType array ? array.shape() : List.of());
    }

    /** Of a point field: the type is that of one point. */
    static Metadata ofPoints(Dtype packed) {
        List<Long> inner = packed instanceof SubArrayType array ? array.shape() : List.of();
        return of(
                packed,
                java.util.stream.Stream.concat(java.util.stream.Stream.of(POINTS), inner.stream())
                        .toList());
    }

    private static Metadata of(Dtype packed, List<Long> shape) {
        MetadataBuilder metadata = new MetadataBuilder().putString(DESCR, packed.descr());
        if (!shape.isEmpty()) {
            metadata.putLongArray(
                    SHAPE, shape.stream().mapToLong(Long::longValue).toArray());
        }
        Dtype base = packed instanceof SubArrayType array ? array.base() : packed;
        if (base instanceof ScalarType scalar && !scalar.unit().isEmpty()) {
            metadata.putString(UNIT, scalar.unit());
        }
        return metadata.build();
    }

    /** The NumPy type that a column was read from, if it was. */
    static Optional<Dtype> type(Metadata metadata) {
        return metadata.contains(DESCR) ? Optional.of(Dtype.parse(metadata.getString(DESCR))) : Optional.empty();
    }

    /** True if the column's first axis is points. */
    static boolean isPoints(Metadata metadata) {
        if (!metadata.contains(SHAPE)) {
            return false;
        }
        long[] shape = metadata.getLongArray(SHAPE);
        return shape.length > 0 && shape[0] == POINTS;
    }
}
