package io.cropmill.validate;

import io.cropmill.plain.PlainField;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A point field of the current source row: {@code capacity} packed little-endian values, one a point slot, one after the
 * other. The same object for all rows; its bytes change with the row.
 */
final class PointField {
    private final PlainField type;
    private final int size;
    private ByteBuffer bytes = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);

    /** Takes the type of one point's value. */
    PointField(PlainField type) {
        this.type = type;
        this.size = type.bytes();
    }

    String name() {
        return type.name();
    }

    PlainField type() {
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

    void move(byte[] newBytes) {
        if (bytes.array() != newBytes) {
            bytes = ByteBuffer.wrap(newBytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
