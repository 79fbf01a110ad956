package io.cropmill.frame;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import io.cropmill.storage.StoragePath;
import java.io.Serializable;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the Spark type of a NumPy type.
 *
 * @param bytes Spark type of {@code S}
 * @param arrays form of sub-arrays
 */
record ConversionRules(ByteStrings bytes, SubArrays arrays) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Most values of an item without bytes, which cost memory all the same. */
    private static final long FREE_VALUES = 1024;

    private static final long VALUES_PER_BYTE = 4;

    /** What becomes of byte strings. */
    enum ByteStrings {
        BINARY,
        STRING
    }

    /** What becomes of sub-arrays of several axes. */
    enum SubArrays {
        FLAT,
        NESTED
    }

    /** A type that Spark cannot hold, or not as wanted. */
    static final class UnheldException extends Exception {
        private static final long serialVersionUID = 1L;

        UnheldException(String message) {
            super(message);
        }
    }

    /**
     * The conversion of packed items.
     *
     * @param wanted the Spark type that is wanted; null for the natural one
     */
    ItemConversion of(Dtype packed, @Nullable DataType wanted) throws UnheldException {
        if (values(packed) > FREE_VALUES + VALUES_PER_BYTE * packed.itemSize()) {
            throw new UnheldException("a type whose values take bytes");
        }
        return conversion(packed, wanted);
    }

    private ItemConversion conversion(Dtype packed, @Nullable DataType wanted) throws UnheldException {
        if (packed instanceof SubArrayType array) {
            return array(array, wanted);
        }
        if (packed instanceof RecordType record) {
            return record(record, wanted);
        }
        ScalarType scalar = (ScalarType) packed;
        return switch (scalar.kind()) {
            case BOOL, INT, UINT, FLOAT -> number(scalar, wanted);
            case COMPLEX -> complex(scalar, wanted);
            case TEXT -> matching(new TextConversion(scalar, DataTypes.StringType), wanted);
            case VOID -> matching(new TextConversion(scalar, DataTypes.BinaryType), wanted);
            case BYTES -> byteString(scalar, wanted);
            case DATETIME, TIMEDELTA -> time(scalar, wanted);
        };
    }

    private static ItemConversion number(ScalarType scalar, @Nullable DataType wanted) throws UnheldException {
        DataType type = wanted == null ? NumberConversion.natural(scalar) : wanted;
        if (type == null) {
            throw new UnheldException("a number of at most 8 bytes; save the array as float64");
        }
        if (!NumberConversion.holds(scalar, type)) {
            throw new UnheldException("a type that " + type.sql() + " holds without loss");
        }
        return new NumberConversion(scalar, type);
    }

    private static ItemConversion time(ScalarType scalar, @Nullable DataType wanted) throws UnheldException {
        if (DataTypes.LongType.equals(wanted)) {
            return new TimeConversion(scalar, DataTypes.LongType, 1);
        }
        return matching(TimeConversion.natural(scalar), wanted);
    }

    private ItemConversion byteString(ScalarType scalar, @Nullable DataType wanted) throws UnheldException {
        DataType natural = switch (bytes) {
            case BINARY -> DataTypes.BinaryType;
            case STRING -> DataTypes.StringType;
        };
        DataType type = wanted == null ? natural : wanted;
        if (!type.equals(DataTypes.BinaryType) && !type.equals(DataTypes.StringType)) {
            throw new UnheldException("a type that " + type.sql() + " holds without loss");
        }
        return new TextConversion(scalar, type);
    }

    private ItemConversion complex(ScalarType scalar, @Nullable DataType wanted) throws UnheldException {
        int half = Math.toIntExact(scalar.itemSize() / 2);
        if (half > Double.BYTES) {
            throw new UnheldException("a complex number of at most 16 bytes; save the array as complex128");
        }
        ScalarType part = new ScalarType(ScalarType.ScalarKind.FLOAT, ByteOrder.LITTLE_ENDIAN, half, "");
        RecordType parts =
                new RecordType.Builder().add("re", part).add("im", part).build();
        return record(parts, wanted);
    }

    private ItemConversion record(RecordType record, @Nullable DataType wanted) throws UnheldException {
        if (wanted != null && !(wanted instanceof StructType)) {
            throw new UnheldException("a type that " + wanted.sql() + " holds without loss");
        }
        List<RecordConversion.FieldConversion> parts = new ArrayList<>();
        for (RecordType.Field field : record.fields()) {
            if (StoragePath.hasLoneSurrogate(field.name())) {
                throw new UnheldException("names in Unicode");
            }
            DataType inner = wanted instanceof StructType struct ? member(struct, field.name()) : null;
            parts.add(new RecordConversion.FieldConversion(
                    field.name(), field.type(), Math.toIntExact(field.offset()), conversion(field.type(), inner)));
        }
        return matching(new RecordConversion(parts, Math.toIntExact(record.itemSize())), wanted);
    }

    private static DataType member(StructType struct, String name) throws UnheldException {
        for (var field : struct.fields()) {
            if (field.name().equals(name)) {
                return field.dataType();
            }
        }
        throw new UnheldException("a record without a field '" + name + "', as " + struct.sql() + " has none");
    }

    private ItemConversion array(SubArrayType array, @Nullable DataType wanted) throws UnheldException {
        if (wanted != null && !(wanted instanceof ArrayType)) {
            throw new UnheldException("a type that " + wanted.sql() + " holds without loss");
        }
        DataType element = wanted instanceof ArrayType list ? list.elementType() : null;
        boolean nested = wanted == null
                ? arrays == SubArrays.NESTED
                : depth(wanted) == array.shape().size();
        if (!nested || array.shape().size() == 1) {
            return new ArrayConversion(conversion(array.base(), element), array.elementCount());
        }
        ItemConversion inner = conversion(array.withoutFirstAxis(), element);
        return new ArrayConversion(inner, array.shape().get(0));
    }

    private static int depth(DataType type) {
        return type instanceof ArrayType array ? 1 + depth(array.elementType()) : 0;
    }

    private static ItemConversion matching(ItemConversion natural, @Nullable DataType wanted) throws UnheldException {
        if (wanted != null && !wanted.catalogString().equals(natural.type().catalogString())) {
            throw new UnheldException("a type that " + wanted.sql() + " holds without loss");
        }
        return natural;
    }

    /** Values in one item at all depths; saturates. */
    private long values(Dtype type) {
        if (type instanceof RecordType record) {
            long sum = 1;
            for (RecordType.Field field : record.fields()) {
                sum = Math.min(Integer.MAX_VALUE, sum + values(field.type()));
            }
            return sum;
        }
        if (!(type instanceof SubArrayType array)) {
            return 1;
        }
        long product = values(array.base());
        long sum = 1;
        for (int i = array.shape().size() - 1; i >= 0; i--) {
            product = Math.min(
                    Integer.MAX_VALUE,
                    product * Math.min(Integer.MAX_VALUE, array.shape().get(i)));
            sum = arrays == SubArrays.NESTED || i == 0 ? Math.min(Integer.MAX_VALUE, sum + product) : sum;
        }
        return sum;
    }
}
