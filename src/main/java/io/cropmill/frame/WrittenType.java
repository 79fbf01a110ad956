package io.cropmill.frame;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** The NumPy type that a column is written as: the type that it was read from, else the one of its Spark type. */
final class WrittenType {
    private static final ConversionRules FLAT =
            new ConversionRules(ConversionRules.ByteStrings.BINARY, ConversionRules.SubArrays.FLAT);
    private static final ConversionRules NESTED =
            new ConversionRules(ConversionRules.ByteStrings.STRING, ConversionRules.SubArrays.NESTED);

    private WrittenType() {}

    /** The packed type of a crop field; null if it is not known. */
    static @Nullable Dtype of(StructField column) {
        Optional<Dtype> read = ColumnMetadata.type(column.metadata());
        if (read.isPresent() && comesTo(read.get().packed(), column.dataType())) {
            return read.get().packed();
        }
        return natural(column.dataType());
    }

    /** The packed type of a crop field that is a list, of a shape that the user gives; null if it is no list. */
    static @Nullable Dtype of(StructField column, List<Long> shape) {
        DataType value = column.dataType();
        while (value instanceof ArrayType list) {
            value = list.elementType();
        }
        Dtype base = column.dataType() instanceof ArrayType ? natural(value) : null;
        if (base == null) {
            return null;
        }
        Dtype type = new SubArrayType(base, shape);
        return comesTo(type, column.dataType()) ? type : null;
    }

    /** The packed type of one point; null if it is not known. */
    static @Nullable Dtype ofPoints(StructField column, int width) {
        DataType element = ((ArrayType) column.dataType()).elementType();
        boolean nested = element instanceof ArrayType;
        DataType value = element instanceof ArrayType inner ? inner.elementType() : element;
        Optional<Dtype> read = ColumnMetadata.type(column.metadata());
        if (read.isPresent() && ColumnMetadata.isPoints(column.metadata())) {
            Dtype point = read.get().packed();
            Dtype base = point instanceof SubArrayType array ? array.base() : point;
            if (comesTo(base, value) || comesTo(point, element)) {
                return point;
            }
        }
        Dtype base = natural(value);
        return base == null || (width <= 1 && !nested)
                ? base
                : new SubArrayType(base, List.of((long) Math.max(1, width)));
    }

    private static boolean comesTo(Dtype type, DataType wanted) {
        for (ConversionRules conversions : new ConversionRules[] {FLAT, NESTED}) {
            try {
                conversions.of(type, wanted);
                return true;
            } catch (ConversionRules.UnheldException e) {
                // The other may do.
                continue;
            }
        }
        return false;
    }

    private static @Nullable Dtype natural(DataType type) {
        if (type instanceof StructType struct) {
            RecordType.Builder record = new RecordType.Builder();
            for (StructField field : struct.fields()) {
                Dtype part = of(field);
                if (part == null) {
                    return null;
                }
                record.add(field.name(), part);
            }
            return record.build();
        }
        if (type instanceof DecimalType) {
            return type.equals(ValueEncoder.unsignedLong()) ? scalar(ScalarType.ScalarKind.UINT, Long.BYTES, "") : null;
        }
        if (type.equals(DataTypes.FloatType) || type.equals(DataTypes.DoubleType)) {
            return scalar(ScalarType.ScalarKind.FLOAT, type.defaultSize(), "");
        }
        if (type.equals(DataTypes.BooleanType)) {
            return scalar(ScalarType.ScalarKind.BOOL, 1, "");
        }
        if (type.equals(DataTypes.DateType)) {
            return scalar(ScalarType.ScalarKind.DATETIME, Long.BYTES, "D");
        }
        if (type.equals(DataTypes.TimestampNTZType) || type.equals(DataTypes.TimestampType)) {
            return scalar(ScalarType.ScalarKind.DATETIME, Long.BYTES, "us");
        }
        if (type instanceof DayTimeIntervalType) {
            return scalar(ScalarType.ScalarKind.TIMEDELTA, Long.BYTES, "us");
        }
        return isInteger(type) ? scalar(ScalarType.ScalarKind.INT, type.defaultSize(), "") : null;
    }

    static boolean isInteger(DataType type) {
        return type.equals(DataTypes.ByteType)
                || type.equals(DataTypes.ShortType)
                || type.equals(DataTypes.IntegerType)
                || type.equals(DataTypes.LongType);
    }

    private static ScalarType scalar(ScalarType.ScalarKind kind, int bytes, String unit) {
        return new ScalarType(kind, ByteOrder.LITTLE_ENDIAN, bytes, unit);
    }
}
