package io.cropmill.frame;

import io.cropmill.frame.ItemConversion.PackedColumn;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;

/**
 * Lists of values that lie one after the other.
 *
 * @param width values in each list, unless lengths are given
 */
record ArrayConversion(ItemConversion value, long width) implements ItemConversion {
    private static final long serialVersionUID = 1L;

    @Override
    public DataType type() {
        return new ArrayType(value.type(), value.nullable());
    }

    @Override
    public Field field(String name) {
        return ItemConversion.parent(name, ArrowType.List.INSTANCE, List.of(value.field("element")));
    }

    @Override
    public void fill(FieldVector vector, PackedColumn items) throws IOException {
        try (ArrowBuf offsets = items.allocator().buffer((items.count() + 1L) * Integer.BYTES)) {
            for (int i = 0; i <= items.count(); i++) {
                offsets.setInt((long) i * Integer.BYTES, Math.toIntExact(Math.multiplyExact(i, width)));
            }
            ItemConversion.load(vector, items.count(), offsets);
        }
        value.fill(((ListVector) vector).getDataVector(), items.within(width));
    }

    /**
     * Puts lists of different lengths into a vector.
     *
     * @param items the points of all lists
     * @param points number of points in each list
     */
    void fill(FieldVector vector, PackedColumn items, int[] points) throws IOException {
        try (ArrowBuf offsets = items.allocator().buffer((points.length + 1L) * Integer.BYTES)) {
            long end = 0;
            for (int i = 0; i <= points.length; i++) {
                offsets.setInt((long) i * Integer.BYTES, Math.toIntExact(end));
                end += i < points.length ? points[i] * width : 0;
            }
            ItemConversion.load(vector, points.length, offsets);
        }
        value.fill(((ListVector) vector).getDataVector(), items.within(width));
    }
}
