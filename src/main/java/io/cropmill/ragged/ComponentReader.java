package io.cropmill.ragged;

import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import io.cropmill.raster.Component;
import io.cropmill.raster.Float16;
import io.cropmill.text.Suggestion;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Reads one number a point, out of packed point records or out of the values of its field alone, converted to float32 as
 * NumPy's {@code astype} does. Buffers are direct and little-endian.
 */
final class ComponentReader {
    private static final boolean LITTLE_ENDIAN_HOST = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private final ScalarType type;
    private final int field;
    private final int fieldBytes;
    private final int offsetInField;
    private final int offsetInRecord;
    private final int recordBytes;

    private ComponentReader(ScalarType type, int field, RecordType points, int index) {
        this.type = type;
        this.field = field;
        this.fieldBytes = Math.toIntExact(points.fields().get(field).type().itemSize());
        this.offsetInField = Math.toIntExact(index * type.itemSize());
        this.offsetInRecord = Math.toIntExact(points.fields().get(field).offset() + offsetInField);
        this.recordBytes = Math.toIntExact(points.itemSize());
    }

    static ComponentReader of(String file, RecordType points, Component component) throws UnclearFieldsException {
        RecordType.Field field = points.fields().stream()
                .filter(candidate -> candidate.name().equals(component.field()))
                .findFirst()
                .orElseThrow(() -> new UnclearFieldsException("[" + file + "] Expected point field '"
                        + component.field() + "', which a raster reads, but found " + points.descr()
                        + Suggestion.hint(
                                component.field(),
                                points.fields().stream()
                                        .map(RecordType.Field::name)
                                        .toList())));
        Dtype base = field.type() instanceof SubArrayType array ? array.base() : field.type();
        if (!(base instanceof ScalarType number) || !isReal(number)) {
            throw new UnclearFieldsException("[" + file + "] Expected numbers in point field '" + component.field()
                    + "', which a raster reads, but found " + field.type().descr()
                    + "; choose what the raster reads with rasters.<name>");
        }
        long width = field.type().itemSize() / number.itemSize();
        if (component.index() >= width) {
            throw new UnclearFieldsException("[" + file + "] Expected more than " + component.index()
                    + " values a point in field '" + component.field() + "', which a raster reads, but found " + width
                    + "; choose what the raster reads with rasters.<name>");
        }
        return new ComponentReader(number, points.fields().indexOf(field), points, component.index());
    }

    private static boolean isReal(ScalarType type) {
        return switch (type.kind()) {
            case BOOL, INT, UINT -> true;
            case FLOAT -> type.itemSize() <= Double.BYTES;
            case COMPLEX, BYTES, TEXT, VOID, DATETIME, TIMEDELTA -> false;
        };
    }

    /** Reads {@code count} points whose records begin at byte {@code at}. */
    void readRecords(ByteBuffer records, int at, int count, float[] values) {
        read(records, at + offsetInRecord, recordBytes, count, values);
    }

    /** Reads {@code count} points from point {@code first} on; of each field of points its values, point by point. */
    void readFields(ByteBuffer[] fields, int first, int count, float[] values) {
        read(
                fields[field],
                Math.addExact(Math.multiplyExact(first, fieldBytes), offsetInField),
                fieldBytes,
                count,
                values);
    }

    private void read(ByteBuffer bytes, int from, int stride, int count, float[] values) {
        int size = Math.toIntExact(type.itemSize());
        switch (type.kind()) {
            case FLOAT -> readFloats(bytes, from, stride, size, count, values);
            case INT -> {
                for (int point = 0; point < count; point++) {
                    values[point] = signed(bytes, from + point * stride, size);
                }
            }
            default -> {
                for (int point = 0; point < count; point++) {
                    values[point] = unsigned(bytes, from + point * stride, size);
                }
            }
        }
        if (type.kind() == ScalarType.ScalarKind.BOOL) {
            for (int point = 0; point < count; point++) {
                values[point] = values[point] != 0 ? 1 : 0;
            }
        }
    }

    private static void readFloats(ByteBuffer bytes, int from, int stride, int size, int count, float[] values) {
        if (size == Float.BYTES && stride == Float.BYTES) {
            // Side by side they are one bulk copy.
            bytes.slice(from, count * Float.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asFloatBuffer()
                    .get(values, 0, count);
        } else if (size == Float.BYTES) {
            long address = Strided.address(bytes, from, stride, size, count);
            for (int point = 0; point < count; point++) {
                int bits = MemoryUtil.getInt(address + (long) point * stride);
                values[point] = Float.intBitsToFloat(LITTLE_ENDIAN_HOST ? bits : Integer.reverseBytes(bits));
            }
        } else if (size == Double.BYTES) {
            for (int point = 0; point < count; point++) {
                values[point] = (float) bytes.getDouble(from + point * stride);
            }
        } else {
            for (int point = 0; point < count; point++) {
                values[point] = Float16.decode(bytes.getShort(from + point * stride));
            }
        }
    }

    private static float signed(ByteBuffer records, int at, int size) {
        return switch (size) {
            case Byte.BYTES -> records.get(at);
            case Short.BYTES -> records.getShort(at);
            case Integer.BYTES -> records.getInt(at);
            default -> records.getLong(at);
        };
    }

    private static float unsigned(ByteBuffer records, int at, int size) {
        return switch (size) {
            case Byte.BYTES -> Byte.toUnsignedInt(records.get(at));
            case Short.BYTES -> Short.toUnsignedInt(records.getShort(at));
            case Integer.BYTES -> Integer.toUnsignedLong(records.getInt(at));
            default -> unsignedFloat(records.getLong(at));
        };
    }

    /** Rounds once: halving keeps the lowest bit sticky, so the float is the nearest to the unsigned number. */
    private static float unsignedFloat(long bits) {
        return bits >= 0 ? bits : (float) (bits >>> 1 | bits & 1) * 2;
    }
}
