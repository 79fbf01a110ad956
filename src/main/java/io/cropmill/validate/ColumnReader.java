package io.cropmill.validate;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import io.cropmill.raster.Component;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One number of each kept point of a source row, as the float32 that NumPy's {@code astype} makes of it. */
final class ColumnReader {
    private final PointField field;
    private final ScalarType type;
    private final int offset;
    private float[] values = {};

    private ColumnReader(PointField field, ScalarType type, int offset) {
        this.field = field;
        this.type = type;
        this.offset = offset;
    }

    /** Null where the fields hold no such number. */
    static @Nullable ColumnReader of(List<PointField> fields, Component component) {
        for (PointField field : fields) {
            Dtype base = field.type() instanceof SubArrayType array ? array.base() : field.type();
            if (field.name().equals(component.field()) && base instanceof ScalarType scalar && isNumber(scalar)) {
                long offset = component.index() * scalar.itemSize();
                return offset < field.size() ? new ColumnReader(field, scalar, (int) offset) : null;
            }
        }
        return null;
    }

    private static boolean isNumber(ScalarType type) {
        return switch (type.kind()) {
            case BOOL, INT, UINT -> true;
            case FLOAT -> type.itemSize() <= Double.BYTES;
            case COMPLEX, BYTES, TEXT, VOID, DATETIME, TIMEDELTA -> false;
        };
    }

    /** Reads the row at hand. */
    void read(KeptPoints kept) {
        int count = kept.count();
        if (values.length < count) {
            values = new float[count];
        }
        ByteBuffer bytes = field.bytes();
        int first = field.at() + offset;
        int size = field.size();
        if (type.equals(ScalarType.FLOAT32)) {
            for (int point = 0; point < count; point++) {
                values[point] = bytes.getFloat(first + kept.slot(point) * size);
            }
        } else {
            for (int point = 0; point < count; point++) {
                values[point] = value(bytes, first + kept.slot(point) * size);
            }
        }
    }

    /** What was read last, and maybe more behind it. */
    float[] values() {
        return values;
    }

    private float value(ByteBuffer bytes, int at) {
        int size = (int) type.itemSize();
        return switch (type.kind()) {
            case FLOAT ->
                size == Double.BYTES
                        ? (float) bytes.getDouble(at)
                        : size == Float.BYTES ? bytes.getFloat(at) : PlainHalf.decode(bytes.getShort(at));
            case BOOL -> bytes.get(at) == 0 ? 0 : 1;
            case INT -> integer(bytes, at, size);
            default -> new BigInteger(1, bigEndian(bytes, at, size)).floatValue();
        };
    }

    private static float integer(ByteBuffer bytes, int at, int size) {
        return new BigInteger(bigEndian(bytes, at, size)).floatValue();
    }

    private static byte[] bigEndian(ByteBuffer bytes, int at, int size) {
        byte[] number = new byte[size];
        for (int i = 0; i < size; i++) {
            number[i] = bytes.get(at + size - 1 - i);
        }
        return number;
    }
}
