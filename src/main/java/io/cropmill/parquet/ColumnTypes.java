package io.cropmill.parquet;

import io.cropmill.npy.ScalarType;
import io.cropmill.npy.ScalarType.ScalarKind;
import io.cropmill.parquet.ColumnType.Cells;
import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.ColumnType.Unreadable;
import io.cropmill.parquet.ColumnType.ValueConversion;
import java.nio.ByteOrder;
import java.util.Locale;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** The NumPy type of a Parquet type. */
final class ColumnTypes {
    /** Decimals of so many digits survive the way to float64 and back. */
    private static final int FLOAT64_DIGITS = 15;

    private ColumnTypes() {}

    static ColumnType of(PrimitiveType type) {
        LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
        if (meaning instanceof DecimalLogicalTypeAnnotation decimal) {
            return decimal(type, decimal);
        }
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN ->
                meaning == null
                        ? new Numbers(little(ScalarKind.BOOL, 1), ValueConversion.BIT, 0)
                        : new Unreadable("booleans" + said(meaning));
            case FLOAT -> copied(ScalarKind.FLOAT, Float.BYTES, meaning, type);
            case DOUBLE -> copied(ScalarKind.FLOAT, Double.BYTES, meaning, type);
            case INT32 -> int32(type, meaning);
            case INT64 -> int64(type, meaning);
            case FIXED_LEN_BYTE_ARRAY ->
                meaning instanceof Float16LogicalTypeAnnotation
                        ? new Numbers(ScalarType.FLOAT16, ValueConversion.COPY, 0)
                        : new Unreadable("byte strings of " + type.getTypeLength() + " bytes" + said(meaning));
            case BINARY -> binary(meaning);
            case INT96 -> new Unreadable("INT96 timestamps");
        };
    }

    private static ColumnType binary(@Nullable LogicalTypeAnnotation meaning) {
        boolean text = meaning instanceof StringLogicalTypeAnnotation
                || meaning instanceof EnumLogicalTypeAnnotation
                || meaning instanceof JsonLogicalTypeAnnotation;
        return meaning == null || text ? new Cells(text) : new Unreadable("byte strings" + said(meaning));
    }

    private static ColumnType int32(PrimitiveType type, @Nullable LogicalTypeAnnotation meaning) {
        if (meaning instanceof DateLogicalTypeAnnotation) {
            return new Numbers(
                    new ScalarType(ScalarKind.DATETIME, ByteOrder.LITTLE_ENDIAN, Long.BYTES, "D"),
                    ValueConversion.WIDEN,
                    0);
        }
        if (meaning instanceof IntLogicalTypeAnnotation integer) {
            int bytes = integer.getBitWidth() / Byte.SIZE;
            return new Numbers(
                    little(integer.isSigned() ? ScalarKind.INT : ScalarKind.UINT, bytes),
                    bytes == Integer.BYTES ? ValueConversion.COPY : ValueConversion.NARROW,
                    0);
        }
        return copied(ScalarKind.INT, Integer.BYTES, meaning, type);
    }

    private static ColumnType int64(PrimitiveType type, @Nullable LogicalTypeAnnotation meaning) {
        if (meaning instanceof TimestampLogicalTypeAnnotation time) {
            String unit = switch (time.getUnit()) {
                case MILLIS -> "ms";
                case MICROS -> "us";
                case NANOS -> "ns";
            };
            return new Numbers(
                    new ScalarType(ScalarKind.DATETIME, ByteOrder.LITTLE_ENDIAN, Long.BYTES, unit),
                    ValueConversion.COPY,
                    0);
        }
        if (meaning instanceof IntLogicalTypeAnnotation integer) {
            return new Numbers(
                    little(integer.isSigned() ? ScalarKind.INT : ScalarKind.UINT, Long.BYTES), ValueConversion.COPY, 0);
        }
        return copied(ScalarKind.INT, Long.BYTES, meaning, type);
    }

    private static ColumnType decimal(PrimitiveType type, DecimalLogicalTypeAnnotation decimal) {
        if (decimal.getPrecision() > FLOAT64_DIGITS) {
            return new Unreadable("decimals of " + decimal.getPrecision() + " digits, which float64 cannot hold");
        }
        return switch (type.getPrimitiveTypeName()) {
            case INT32, INT64, FIXED_LEN_BYTE_ARRAY ->
                new Numbers(ScalarType.FLOAT64, ValueConversion.DECIMAL, decimal.getScale());
            case BINARY, INT96, BOOLEAN, FLOAT, DOUBLE -> new Unreadable("decimals in byte strings of varying length");
        };
    }

    /** A number without a meaning of its own. */
    private static ColumnType copied(
            ScalarKind kind, int bytes, @Nullable LogicalTypeAnnotation meaning, PrimitiveType type) {
        return meaning == null
                ? new Numbers(little(kind, bytes), ValueConversion.COPY, 0)
                : new Unreadable(type.getPrimitiveTypeName().name().toLowerCase(Locale.ROOT) + "s" + said(meaning));
    }

    private static String said(@Nullable LogicalTypeAnnotation meaning) {
        return meaning == null ? "" : " that mean " + meaning;
    }

    private static ScalarType little(ScalarKind kind, int bytes) {
        return new ScalarType(kind, ByteOrder.LITTLE_ENDIAN, bytes, "");
    }
}
