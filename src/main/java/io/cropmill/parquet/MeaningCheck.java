package io.cropmill.parquet;

import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Compares the two ways in which a footer says what a column's values mean: the newer logical type and the older converted
 * type, which writers put beside it for older readers. Two that differ are damage: one of them would make other values.
 */
final class MeaningCheck {
    private static final ConvertedType[] SIGNED = {
        ConvertedType.INT_8, ConvertedType.INT_16, ConvertedType.INT_32, ConvertedType.INT_64
    };
    private static final ConvertedType[] UNSIGNED = {
        ConvertedType.UINT_8, ConvertedType.UINT_16, ConvertedType.UINT_32, ConvertedType.UINT_64
    };

    private MeaningCheck() {}

    /** True if an element of a schema says one thing, or one of the two alone. */
    static boolean isConsistent(SchemaElement element) {
        LogicalType logical = element.getLogicalType();
        ConvertedType converted = element.getConverted_type();
        // parquet-java says UNKNOWN for what only the older way has a word for.
        if (logical == null || converted == null || logical.getSetField() == null || logical.isSetUNKNOWN()) {
            return true;
        }
        boolean isAlike = converted == older(logical)
                // What older writers say of a map.
                || logical.isSetMAP() && converted == ConvertedType.MAP_KEY_VALUE;
        return isAlike && (!logical.isSetDECIMAL() || hasDigits(element, logical.getDECIMAL()));
    }

    private static boolean hasDigits(SchemaElement element, DecimalType decimal) {
        return element.getScale() == decimal.getScale() && element.getPrecision() == decimal.getPrecision();
    }

    /** The converted type of the same meaning as a logical type; null where there is none. */
    private static @Nullable ConvertedType older(LogicalType logical) {
        return switch (logical.getSetField()) {
            case STRING -> ConvertedType.UTF8;
            case MAP -> ConvertedType.MAP;
            case LIST -> ConvertedType.LIST;
            case ENUM -> ConvertedType.ENUM;
            case DECIMAL -> ConvertedType.DECIMAL;
            case DATE -> ConvertedType.DATE;
            case TIME -> ofUnit(logical.getTIME().getUnit(), ConvertedType.TIME_MILLIS, ConvertedType.TIME_MICROS);
            case TIMESTAMP ->
                ofUnit(
                        logical.getTIMESTAMP().getUnit(),
                        ConvertedType.TIMESTAMP_MILLIS,
                        ConvertedType.TIMESTAMP_MICROS);
            case INTEGER -> integer(logical.getINTEGER());
            case JSON -> ConvertedType.JSON;
            case BSON -> ConvertedType.BSON;
            case UNKNOWN, UUID, FLOAT16, VARIANT, GEOMETRY, GEOGRAPHY -> null;
        };
    }

    private static @Nullable ConvertedType ofUnit(TimeUnit unit, ConvertedType millis, ConvertedType micros) {
        return unit.isSetMILLIS() ? millis : unit.isSetMICROS() ? micros : null;
    }

    private static @Nullable ConvertedType integer(IntType type) {
        int size = Integer.numberOfTrailingZeros(type.getBitWidth() / Byte.SIZE);
        boolean isKnown = type.getBitWidth() == Byte.SIZE << size && size < SIGNED.length;
        return !isKnown ? null : type.isIsSigned() ? SIGNED[size] : UNSIGNED[size];
    }
}
