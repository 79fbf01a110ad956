package io.cropmill.frame;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import io.cropmill.raster.Float16;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/** Spark's values as packed little-endian NumPy items: what {@link ItemConversion} does, the other way round. */
final class ValueEncoder {
    private static final int DIGITS = 20;

    private ValueEncoder() {}

    /** A value that the NumPy type cannot hold; says what it can and what was found. */
    static final class UnfitException extends Exception {
        private static final long serialVersionUID = 1L;

        UnfitException(String expected, Object found) {
            super(expected + ", but found " + found);
        }
    }

    /** Appends a value. */
    static void put(SpecializedGetters values, int at, DataType from, Dtype to, ByteBuffer out) throws UnfitException {
        if (to instanceof SubArrayType array) {
            requirePresent(values, at);
            putArray(values.getArray(at), (ArrayType) from, array, out);
        } else if (to instanceof RecordType record) {
            requirePresent(values, at);
            StructType struct = (StructType) from;
            var fields = values.getStruct(at, struct.size());
            for (int i = 0; i < struct.size(); i++) {
                put(
                        fields,
                        i,
                        struct.apply(i).dataType(),
                        record.fields().get(i).type(),
                        out);
            }
        } else {
            putScalar(values, at, from, (ScalarType) to, out);
        }
    }

    private static void requirePresent(SpecializedGetters values, int at) throws UnfitException {
        if (values.isNullAt(at)) {
            throw new UnfitException("a value", "null");
        }
    }

    private static void putArray(ArrayData list, ArrayType from, SubArrayType to, ByteBuffer out)
            throws UnfitException {
        boolean nested = from.elementType() instanceof ArrayType;
        long expected = nested ? to.shape().get(0) : to.elementCount();
        if (list.numElements() != expected) {
            throw new UnfitException(expected + " values", list.numElements());
        }
        putAll(list, from.elementType(), nested ? to.withoutFirstAxis() : to.base(), out);
    }

    /** Appends all values of a list. */
    static void putAll(ArrayData list, DataType from, Dtype to, ByteBuffer out) throws UnfitException {
        int count = list.numElements();
        if (to.equals(ScalarType.FLOAT32) && from.equals(DataTypes.FloatType) && !hasNull(list)) {
            out.asFloatBuffer().put(list.toFloatArray());
            out.position(out.position() + count * Float.BYTES);
        } else if (to.equals(ScalarType.FLOAT64) && from.equals(DataTypes.DoubleType) && !hasNull(list)) {
            out.asDoubleBuffer().put(list.toDoubleArray());
            out.position(out.position() + count * Double.BYTES);
        } else {
            for (int i = 0; i < count; i++) {
                put(list, i, from, to, out);
            }
        }
    }

    private static boolean hasNull(ArrayData list) {
        for (int i = 0; i < list.numElements(); i++) {
            if (list.isNullAt(i)) {
                return true;
            }
        }
        return false;
    }

    private static void putScalar(SpecializedGetters values, int at, DataType from, ScalarType to, ByteBuffer out)
            throws UnfitException {
        boolean isTime = to.kind() == ScalarType.ScalarKind.DATETIME || to.kind() == ScalarType.ScalarKind.TIMEDELTA;
        if (isTime && values.isNullAt(at)) {
            out.putLong(Long.MIN_VALUE);
            return;
        }
        requirePresent(values, at);
        switch (to.kind()) {
            case BOOL -> out.put((byte) (values.getBoolean(at) ? 1 : 0));
            case INT, UINT -> putInteger(values, at, from, to, out);
            case FLOAT -> putReal(values, at, from, to, out);
            case COMPLEX -> {
                ScalarType part = to.itemSize() == 2 * Float.BYTES ? ScalarType.FLOAT32 : ScalarType.FLOAT64;
                var parts = values.getStruct(at, 2);
                DataType inner = ((StructType) from).apply(0).dataType();
                putScalar(parts, 0, inner, part, out);
                putScalar(parts, 1, inner, part, out);
            }
            case BYTES, VOID, TEXT -> putText(values, at, from, to, out);
            case DATETIME, TIMEDELTA -> putTime(values, at, from, to, out);
        }
    }

    private static void putInteger(SpecializedGetters values, int at, DataType from, ScalarType to, ByteBuffer out)
            throws UnfitException {
        int bits = Math.toIntExact(to.itemSize()) * Byte.SIZE;
        boolean signed = to.kind() == ScalarType.ScalarKind.INT;
        if (from instanceof DecimalType decimal) {
            var value = values.getDecimal(at, decimal.precision(), decimal.scale())
                    .toJavaBigDecimal()
                    .toBigInteger();
            boolean fits = signed ? value.bitLength() < bits : value.signum() >= 0 && value.bitLength() <= bits;
            if (!fits) {
                throw new UnfitException("a number of " + to.code(), value);
            }
            putLow(value.longValue(), bits, out);
            return;
        }
        long value = integer(values, at, from);
        boolean fits = signed
                ? bits == Long.SIZE || value == value << (Long.SIZE - bits) >> (Long.SIZE - bits)
                : value >= 0 && (bits == Long.SIZE || value >>> bits == 0);
        if (!fits) {
            throw new UnfitException("a number of " + to.code(), value);
        }
        putLow(value, bits, out);
    }

    private static void putLow(long value, int bits, ByteBuffer out) {
        switch (bits) {
            case Byte.SIZE -> out.put((byte) value);
            case Short.SIZE -> out.putShort((short) value);
            case Integer.SIZE -> out.putInt((int) value);
            default -> out.putLong(value);
        }
    }

    static long integer(SpecializedGetters values, int at, DataType from) {
        if (from.equals(DataTypes.ByteType)) {
            return values.getByte(at);
        }
        if (from.equals(DataTypes.ShortType)) {
            return values.getShort(at);
        }
        return from.equals(DataTypes.IntegerType) ? values.getInt(at) : values.getLong(at);
    }

    private static void putReal(SpecializedGetters values, int at, DataType from, ScalarType to, ByteBuffer out)
            throws UnfitException {
        boolean single = from.equals(DataTypes.FloatType);
        // A number of the same size keeps its bits, those of a NaN too.
        if (to.itemSize() == Float.BYTES && single) {
            out.putFloat(values.getFloat(at));
        } else if (to.itemSize() == Double.BYTES) {
            out.putDouble(single ? values.getFloat(at) : values.getDouble(at));
        } else {
            double value = single ? values.getFloat(at) : values.getDouble(at);
            float narrow = single ? values.getFloat(at) : (float) value;
            short half = half(narrow);
            float held = to.itemSize() == Short.BYTES ? Float16.decode(half) : narrow;
            if (held != value && !Double.isNaN(value)) {
                throw new UnfitException("a number that " + to.code() + " holds exactly", value);
            }
            if (to.itemSize() == Short.BYTES) {
                out.putShort(half);
            } else {
                out.putFloat(narrow);
            }
        }
    }

    /** The half whose value it is; any other half if there is none. */
    private static short half(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & 0x8000;
        int exponent = (bits >>> 23 & 0xFF) - 112;
        int fraction = bits >>> 13 & 0x3FF;
        if (Float.isNaN(value)) {
            return (short) (sign | 0x7C00 | (fraction == 0 ? 1 : fraction));
        }
        if (exponent >= 0x1F) {
            return (short) (sign | 0x7C00);
        }
        return exponent > 0
                ? (short) (sign | exponent << 10 | fraction)
                : (short) (sign | (int) (Math.abs(value) * 0x1p24f));
    }

    private static void putText(SpecializedGetters values, int at, DataType from, ScalarType to, ByteBuffer out)
            throws UnfitException {
        byte[] bytes = from instanceof StringType ? values.getUTF8String(at).getBytes() : values.getBinary(at);
        if (to.kind() == ScalarType.ScalarKind.TEXT) {
            int[] codes = new String(bytes, StandardCharsets.UTF_8).codePoints().toArray();
            if (codes.length > to.itemSize() / Integer.BYTES) {
                throw new UnfitException("at most " + to.itemSize() / Integer.BYTES + " characters", codes.length);
            }
            Arrays.stream(codes).forEach(out::putInt);
            out.put(new byte[Math.toIntExact(to.itemSize()) - codes.length * Integer.BYTES]);
            return;
        }
        if (bytes.length > to.itemSize()) {
            throw new UnfitException("at most " + to.itemSize() + " bytes", bytes.length);
        }
        out.put(bytes).put(new byte[Math.toIntExact(to.itemSize()) - bytes.length]);
    }

    private static void putTime(SpecializedGetters values, int at, DataType from, ScalarType to, ByteBuffer out)
            throws UnfitException {
        TimeConversion natural = TimeConversion.natural(to);
        long factor = from.equals(natural.type()) ? natural.factor() : 1;
        long value = from.equals(DataTypes.DateType) ? values.getInt(at) : values.getLong(at);
        if (value % factor != 0) {
            throw new UnfitException("a multiple of " + to.unit(), value + " microseconds");
        }
        out.putLong(value / factor);
    }

    /** Digits of an unsigned long. */
    static DecimalType unsignedLong() {
        return DataTypes.createDecimalType(DIGITS, 0);
    }
}
