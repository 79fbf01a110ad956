package io.cropmill.inspect;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import io.cropmill.raster.Component;
import io.cropmill.raster.Float16;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One number in packed little-endian point records.
 *
 * @param field field of the number
 * @param index index among the field's numbers of one point
 * @param component name in settings: {@code height}, {@code xy.1}
 * @param type type of the number
 * @param offset offset in the record
 */
record PointNumber(String field, int index, String component, ScalarType type, int offset) {
    /** All numbers of a record; text, dates, complex numbers and nested records have no range. */
    static List<PointNumber> of(RecordType point) {
        List<PointNumber> columns = new ArrayList<>();
        for (RecordType.Field field : point.fields()) {
            Dtype base = field.type() instanceof SubArrayType array ? array.base() : field.type();
            if (base instanceof ScalarType number && isReal(number)) {
                int width = Math.toIntExact(field.type().itemSize() / number.itemSize());
                for (int index = 0; index < width; index++) {
                    int offset = Math.toIntExact(field.offset() + index * number.itemSize());
                    String component = width == 1 ? field.name() : field.name() + "." + index;
                    columns.add(new PointNumber(field.name(), index, component, number, offset));
                }
            }
        }
        return columns;
    }

    private static boolean isReal(ScalarType type) {
        return switch (type.kind()) {
            case INT, UINT -> true;
            case FLOAT -> type.itemSize() <= Double.BYTES;
            case BOOL, COMPLEX, BYTES, TEXT, VOID, DATETIME, TIMEDELTA -> false;
        };
    }

    /** Adds the numbers of {@code points} records of a little-endian buffer. */
    void scan(ByteBuffer records, int at, int stride, int points, ValueRange range) {
        int end = at + points * stride;
        if (type.equals(ScalarType.FLOAT32)) {
            for (int record = at; record < end; record += stride) {
                range.add(records.getFloat(record + offset));
            }
        } else {
            for (int record = at; record < end; record += stride) {
                range.add(value(records, record + offset));
            }
        }
    }

    /** True for the number that a raster names so. */
    boolean isAt(Component named) {
        return named.field().equals(field) && named.index() == index;
    }

    /** Reads the numbers of {@code points} records of a little-endian buffer. */
    void read(ByteBuffer records, int at, int stride, int points, float[] values) {
        for (int point = 0; point < points; point++) {
            values[point] = (float) value(records, at + point * stride + offset);
        }
    }

    private double value(ByteBuffer records, int at) {
        boolean unsigned = type.kind() == ScalarType.ScalarKind.UINT;
        boolean isFloat = type.kind() == ScalarType.ScalarKind.FLOAT;
        return switch (Math.toIntExact(type.itemSize())) {
            case Byte.BYTES -> unsigned ? Byte.toUnsignedInt(records.get(at)) : records.get(at);
            case Short.BYTES ->
                isFloat
                        ? Float16.decode(records.getShort(at))
                        : unsigned ? Short.toUnsignedInt(records.getShort(at)) : records.getShort(at);
            case Integer.BYTES ->
                isFloat
                        ? records.getFloat(at)
                        : unsigned ? Integer.toUnsignedLong(records.getInt(at)) : records.getInt(at);
            default ->
                isFloat ? records.getDouble(at) : unsigned ? unsignedDouble(records.getLong(at)) : records.getLong(at);
        };
    }

    /** Halving keeps the lowest bit sticky, so that the sum is rounded once. */
    private static double unsignedDouble(long bits) {
        return bits >= 0 ? bits : (double) ((bits >>> 1) | (bits & 1)) * 2;
    }
}
