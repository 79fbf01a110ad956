package io.cropmill.ragged;

import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import io.cropmill.raster.Component;
import io.cropmill.raster.Float16;
import java.nio.ByteBuffer;

/** Reads one number a point out of packed point records, converted to float32 as NumPy's {@code astype} does. */
final class ComponentReader {
    private final ScalarType type;
    private final int offset;
    private final int stride;

    private ComponentReader(ScalarType type, int offset, int stride) {
        this.type = type;
        this.offset = offset;
        this.stride = stride;
    }

    static ComponentReader of(String file, RecordType points, Component component) throws UnclearFieldsException {
        RecordType.Field field = points.fields().stream()
                .filter(candidate -> candidate.name().equals(component.field()))
                .findFirst()
                .orElseThrow(() -> new UnclearFieldsException("[" + file + "] Expected point field '"
                        + component.field() + "', which a raster reads, but found " + points.descr()));
        Dtype base = field.type() instanceof SubArrayType array ? array.base() : field.type();
        if (!(base instanceof ScalarType number) || !isReal(number)) {
            throw new UnclearFieldsException("[" + file + "] Expected numbers in point field '" + component.field()
                    + "', which a raster reads, but found " + field.type().descr());
        }
        long width = field.type().itemSize() / number.itemSize();
        if (component.index() >= width) {
            throw new UnclearFieldsException("[" + file + "] Expected more than " + component.index()
                    + " values a point in field '" + component.field() + "', which a raster reads, but found " + width);
        }
        return new ComponentReader(
                number,
                Math.toIntExact(field.offset() + component.index() * number.itemSize()),
                Math.toIntExact(points.itemSize()));
    }

    private static boolean isReal(ScalarType type) {
        return switch (type.kind()) {
            case BOOL, INT, UINT -> true;
            case FLOAT -> type.itemSize() <= Double.BYTES;
            case COMPLEX, BYTES, TEXT, VOID, DATETIME, TIMEDELTA -> false;
        };
    }

    /** Reads {@code count} points whose records begin at byte {@code at} of a little-endian buffer. */
    void read(ByteBuffer records, int at, int count, float[] values) {
        int from = at + offset;
        int size = Math.toIntExact(type.itemSize());
        switch (type.kind()) {
            case FLOAT -> readFloats(records, from, size, count, values);
            case INT -> {
                for (int point = 0; point < count; point++) {
                    values[point] = signed(records, from + point * stride, size);
                }
            }
            default -> {
                for (int point = 0; point < count; point++) {
                    values[point] = unsigned(records, from + point * stride, size);
                }
            }
        }
        if (type.kind() == ScalarType.Kind.BOOL) {
            for (int point = 0; point < count; point++) {
                values[point] = values[point] != 0 ? 1 : 0;
            }
        }
    }

    private void readFloats(ByteBuffer records, int from, int size, int count, float[] values) {
        if (size == Float.BYTES) {
            for (int point = 0; point < count; point++) {
                values[point] = records.getFloat(from + point * stride);
            }
        } else if (size == Double.BYTES) {
            for (int point = 0; point < count; point++) {
                values[point] = (float) records.getDouble(from + point * stride);
            }
        } else {
            for (int point = 0; point < count; point++) {
                values[point] = Float16.decode(records.getShort(from + point * stride));
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
