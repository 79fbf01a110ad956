package io.cropmill.crop;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Arrow types whose data buffer holds the packed little-endian bytes of a NumPy type as they are.
 *
 * <p>Numbers of 1, 2, 4 and 8 bytes are Arrow's numbers; bool is uint8, because Arrow's own bool is a bit; everything
 * else (text, dates, complex, records) is fixed-size binary, and what has no bytes is null. The NumPy type is kept in the field's metadata.
 */
final class ArrowFields {
    /** Metadata key of a field's NumPy type, in the form of a header. */
    static final String DESCR = "npy.descr";

    private ArrowFields() {}

    static Field scalar(String name, ArrowType type) {
        return new Field(name, new FieldType(false, type, null), List.of());
    }

    /** A list a crop: one entry a value, so {@code xy} has two entries a point. */
    static Field points(CropSchema.CropField field) {
        Field value = new Field("element", new FieldType(false, valueType(field.type()), null), List.of());
        return new Field(field.name(), typed(ArrowType.List.INSTANCE, field.type()), List.of(value));
    }

    static Field crop(CropSchema.CropField field) {
        if (field.type().itemSize() == 0) {
            Map<String, String> descr = Map.of(DESCR, field.type().descr());
            return new Field(field.name(), new FieldType(true, ArrowType.Null.INSTANCE, null, descr), List.of());
        }
        long values = valuesPerItem(field.type());
        ArrowType type = valueType(field.type());
        if (values == 1) {
            return new Field(field.name(), typed(type, field.type()), List.of());
        }
        Field value = new Field("element", new FieldType(false, type, null), List.of());
        ArrowType list = new ArrowType.FixedSizeList(Math.toIntExact(values));
        return new Field(field.name(), typed(list, field.type()), List.of(value));
    }

    /** How many Arrow values one item takes: the size of a numeric sub-array, else 1. */
    static long valuesPerItem(Dtype type) {
        return type instanceof SubArrayType array && isNumber(array.base())
                ? array.itemSize() / array.base().itemSize()
                : 1;
    }

    private static FieldType typed(ArrowType arrow, Dtype type) {
        return new FieldType(false, arrow, null, Map.of(DESCR, type.descr()));
    }

    /** The type of one Arrow value: of a numeric sub-array its base, else of the whole item. */
    private static ArrowType valueType(Dtype type) {
        Dtype value = type instanceof SubArrayType array && isNumber(array.base()) ? array.base() : type;
        return value instanceof ScalarType scalar && isNumber(scalar)
                ? numberType(scalar)
                : new ArrowType.FixedSizeBinary(Math.toIntExact(type.itemSize()));
    }

    private static boolean isNumber(Dtype type) {
        return type instanceof ScalarType scalar
                && switch (scalar.kind()) {
                    case BOOL, INT, UINT -> true;
                    case FLOAT -> scalar.itemSize() <= Double.BYTES;
                    case COMPLEX, BYTES, TEXT, VOID, DATETIME, TIMEDELTA -> false;
                };
    }

    private static ArrowType numberType(ScalarType type) {
        int bits = Math.toIntExact(type.itemSize() * Byte.SIZE);
        if (type.kind() == ScalarType.ScalarKind.FLOAT) {
            return new ArrowType.FloatingPoint(
                    switch (bits) {
                        case Short.SIZE -> FloatingPointPrecision.HALF;
                        case Float.SIZE -> FloatingPointPrecision.SINGLE;
                        default -> FloatingPointPrecision.DOUBLE;
                    });
        }
        return new ArrowType.Int(bits, type.kind() == ScalarType.ScalarKind.INT);
    }
}
