package io.cropmill.validate;

import io.cropmill.npy.Dtype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A point field of the source row at hand: {@code capacity} packed little-endian values, one a point slot, one after the
 * other. The same object for all rows; its bytes change with the row.
 */
final class PointField {
    private final String name;
    private final Dtype type;
    private final int size;
    private ByteBuffer bytes = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);
    private int at;

    /** Takes the packed type of one point's value. */
    PointField(String name, Dtype type) {
        this.name = name;
        this.type = type;
        this.size = Math.toIntExact(type.itemSize());
    }

    String name() {
        return name;
    }

    Dtype type() {
        return type;
    }

    /** Bytes of one point's value. */
    int size() {
        return size;
    }

    /** Little-endian. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** Where in the bytes the first slot begins. */
    int at() {
        return at;
    }

    void move(ByteBuffer newBytes, int newAt) {
        bytes = newBytes;
        at = newAt;
    }
}
