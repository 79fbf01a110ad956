package io.cropmill.frame;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.spark.sql.types.DataType;

/** How items of one NumPy type become values of one Spark type. Immutable. */
interface ItemConversion extends Serializable {
    DataType type();

    /** True if a value may be missing: NumPy's NaT. */
    default boolean nullable() {
        return false;
    }

    /** What the vector of a column is made from. */
    Field field(String name);

    /** Puts items into a vector that {@link #field} has made. */
    void fill(FieldVector vector, PackedColumn items) throws IOException;

    static Field leaf(String name, ArrowType type) {
        return new Field(name, new FieldType(true, type, null), List.of());
    }

    static Field parent(String name, ArrowType type, List<Field> children) {
        return new Field(name, new FieldType(true, type, null), children);
    }

    /** Loads buffers behind an empty validity buffer: no value is null. */
    static void load(FieldVector vector, int count, ArrowBuf... buffers) {
        ArrowBuf[] all = new ArrowBuf[buffers.length + 1];
        all[0] = vector.getAllocator().getEmpty();
        System.arraycopy(buffers, 0, all, 1, buffers.length);
        vector.loadFieldBuffers(new ArrowFieldNode(count, 0), List.of(all));
    }
}
