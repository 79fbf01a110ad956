package io.cropmill.frame;

import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.spark.sql.types.DataType;

/** Turns items of one NumPy type into values of one Spark type. Immutable. */
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

    /**
     * Packed little-endian items of one type, one after the other, on their way into a vector.
     *
     * @param buffer stays its opener's to close; a vector that uses it keeps it alive
     * @param count number of items
     * @param place origin of an item, for errors
     */
    record PackedColumn(BufferAllocator allocator, ArrowBuf buffer, int count, ItemsOrigin place) {
        /** Where items came from. */
        interface ItemsOrigin {
            /** The file and, of an item, its field and row: {@code [a.npy] ... in field 'name' of row 7 at byte 1,184}. */
            String refusal(String expected, long item, String found);

            /** The same where every item was {@code width} of the new ones. */
            default ItemsOrigin within(long width) {
                ItemsOrigin outer = this;
                return (expected, item, found) -> outer.refusal(expected, item / Math.max(1, width), found);
            }
        }

        /** The same bytes as {@code width} times as many items. */
        PackedColumn within(long width) {
            return new PackedColumn(
                    allocator, buffer, Math.toIntExact(Math.multiplyExact(count, width)), place.within(width));
        }

        /** Other bytes, one item each. */
        PackedColumn of(ArrowBuf other) {
            return new PackedColumn(allocator, other, count, place);
        }

        ByteBuffer bytes() {
            return buffer.nioBuffer(0, Math.toIntExact(buffer.capacity())).order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
