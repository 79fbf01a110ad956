package io.cropmill.npy;

import java.io.Serializable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A type without parts: a number, a bool, bytes, text, a date or a raw void.
 *
 * @param kind meaning of the bytes
 * @param order byte order; {@code LITTLE_ENDIAN} where order has no meaning (one byte, bytes, void)
 * @param itemSize bytes
 * @param unit unit of datetime64 and timedelta64, as between the brackets of {@code <M8[25s]}; empty for all others and for
 *     the generic unit
 */
public record ScalarType(ScalarKind kind, ByteOrder order, long itemSize, String unit) implements Dtype {
    /** What the bytes of a scalar mean; {@code code} is NumPy's letter. */
    public enum ScalarKind {
        BOOL('b'),
        INT('i'),
        UINT('u'),
        FLOAT('f'),
        COMPLEX('c'),
        BYTES('S'),
        TEXT('U'),
        VOID('V'),
        DATETIME('M'),
        TIMEDELTA('m');

        private final char code;

        ScalarKind(char code) {
            this.code = code;
        }

        public char code() {
            return code;
        }
    }

    public static final ScalarType INT32 = littleEndian(ScalarKind.INT, 4);
    public static final ScalarType INT64 = littleEndian(ScalarKind.INT, 8);
    public static final ScalarType FLOAT16 = littleEndian(ScalarKind.FLOAT, 2);
    public static final ScalarType FLOAT32 = littleEndian(ScalarKind.FLOAT, 4);
    public static final ScalarType FLOAT64 = littleEndian(ScalarKind.FLOAT, 8);

    private static final int CODE_POINT_BYTES = 4;

    /** Refuses sizes that NumPy does not know for the kind. */
    public ScalarType {
        if (!isKnownSize(kind, itemSize)) {
            throw new IllegalArgumentException(
                    "item size of kind " + kind.code() + " must be one that NumPy knows but was " + itemSize);
        }
        order = isOrdered(kind, itemSize) ? order : ByteOrder.LITTLE_ENDIAN;
    }

    private static ScalarType littleEndian(ScalarKind kind, long itemSize) {
        return new ScalarType(kind, ByteOrder.LITTLE_ENDIAN, itemSize, "");
    }

    static boolean isKnownSize(ScalarKind kind, long bytes) {
        return switch (kind) {
            case BOOL -> bytes == 1;
            case INT, UINT -> bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
            case FLOAT -> bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
            case COMPLEX -> bytes == 8 || bytes == 16 || bytes == 32;
            case DATETIME, TIMEDELTA -> bytes == 8;
            case BYTES, VOID -> bytes >= 0 && bytes <= NpyFormat.MAX_ITEM_BYTES;
            case TEXT -> bytes >= 0 && bytes <= NpyFormat.MAX_ITEM_BYTES && bytes % CODE_POINT_BYTES == 0;
        };
    }

    /** True for integers, signed or not. */
    public boolean isWhole() {
        return kind == ScalarKind.INT || kind == ScalarKind.UINT;
    }

    private static boolean isOrdered(ScalarKind kind, long bytes) {
        return switch (kind) {
            case BOOL, BYTES, VOID -> false;
            case INT, UINT -> bytes > 1;
            case FLOAT, COMPLEX, TEXT, DATETIME, TIMEDELTA -> true;
        };
    }

    /** Bytes of the unit that byte order turns round: half of a complex number, one code point of a text; else 1. */
    int orderedBytes() {
        return switch (kind) {
            case BOOL, BYTES, VOID -> 1;
            case INT, UINT, FLOAT, DATETIME, TIMEDELTA -> (int) itemSize;
            case COMPLEX -> (int) itemSize / 2;
            case TEXT -> CODE_POINT_BYTES;
        };
    }

    /**
     * The integer at an offset of a buffer of any order, or the bits of a float of at most 8 bytes; an
     * unsigned one beyond 63 bits is negative.
     */
    public long number(ByteBuffer bytes, int offset) {
        ByteBuffer ordered = bytes.duplicate().order(order);
        boolean signed = kind != ScalarKind.UINT;
        return switch ((int) itemSize) {
            case Byte.BYTES -> signed ? ordered.get(offset) : Byte.toUnsignedLong(ordered.get(offset));
            case Short.BYTES -> signed ? ordered.getShort(offset) : Short.toUnsignedLong(ordered.getShort(offset));
            case Integer.BYTES -> signed ? ordered.getInt(offset) : Integer.toUnsignedLong(ordered.getInt(offset));
            default -> ordered.getLong(offset);
        };
    }

    /** The number that a result of {@link #number} stands for. */
    public Number value(long number) {
        return kind == ScalarKind.UINT && number < 0 ? new BigInteger(Long.toUnsignedString(number)) : (Number) number;
    }

    @Override
    public Dtype packed() {
        return new ScalarType(kind, ByteOrder.LITTLE_ENDIAN, itemSize, unit);
    }

    /** NumPy's {@code dtype.str}, without quotes: {@code <f4}. */
    public String code() {
        String prefix = !isOrdered(kind, itemSize) ? "|" : order == ByteOrder.BIG_ENDIAN ? ">" : "<";
        long number = kind == ScalarKind.TEXT ? itemSize / CODE_POINT_BYTES : itemSize;
        return prefix + kind.code() + number + (unit.isEmpty() ? "" : "[" + unit + "]");
    }

    @Override
    public String descr() {
        return PythonText.repr(code());
    }

    /** A ByteOrder is not serializable, and types go to executors and back. */
    private Object writeReplace() {
        return new SerializedScalar(kind, order == ByteOrder.BIG_ENDIAN, itemSize, unit);
    }

    private record SerializedScalar(ScalarKind kind, boolean bigEndian, long itemSize, String unit)
            implements Serializable {
        private Object readResolve() {
            return new ScalarType(kind, bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN, itemSize, unit);
        }
    }
}
