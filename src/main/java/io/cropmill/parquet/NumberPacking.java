package io.cropmill.parquet;

import io.cropmill.npy.ScalarType;
import io.cropmill.parquet.ColumnType.Numbers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/** From one stored number to its packed bytes. */
final class NumberPacking {
    /** The first that has more digits than survive the way to float64 and back. */
    private static final long MOST_UNSCALED = 1_000_000_000_000_000L;

    private NumberPacking() {}

    /** Appends a number to a little-endian buffer; {@code stored} is an integer, or the bits of a float. */
    static void put(ByteBuffer target, Numbers type, long stored) {
        switch (type.conversion()) {
            case COPY, WIDEN, BIT -> put(target, type.bytes(), stored);
            case NARROW -> put(target, type.bytes(), narrow(type, stored));
            case DECIMAL -> target.putDouble(decimal(type, stored));
        }
    }

    /** A number that does not fit its own type would become another. */
    private static long narrow(Numbers type, long stored) {
        int bits = type.bytes() * Byte.SIZE;
        boolean isSigned = type.dtype().kind() == ScalarType.ScalarKind.INT;
        long least = isSigned ? -1L << bits - 1 : 0;
        long most = (isSigned ? 1L << bits - 1 : 1L << bits) - 1;
        if (stored < least || stored > most) {
            throw new ArithmeticException("its value " + stored + " does not fit its type, "
                    + type.dtype().code());
        }
        return stored;
    }

    private static double decimal(Numbers type, long stored) {
        if (stored <= -MOST_UNSCALED || stored >= MOST_UNSCALED) {
            throw new ArithmeticException(
                    "its value " + BigDecimal.valueOf(stored, type.scale()) + " has more digits than float64 holds");
        }
        return BigDecimal.valueOf(stored, type.scale()).doubleValue();
    }

    private static void put(ByteBuffer target, int bytes, long stored) {
        switch (bytes) {
            case Byte.BYTES -> target.put((byte) stored);
            case Short.BYTES -> target.putShort((short) stored);
            case Integer.BYTES -> target.putInt((int) stored);
            default -> target.putLong(stored);
        }
    }

    /** The next bytes as a signed integer, highest byte first, as decimals are stored; any number of bytes. */
    static long bigEndian(ByteBuffer bytes, int count) {
        if (count > Long.BYTES) {
            byte[] all = new byte[count];
            bytes.get(all);
            return new BigInteger(all).longValueExact();
        }
        long value = bytes.get();
        for (int i = 1; i < count; i++) {
            value = value << Byte.SIZE | Byte.toUnsignedLong(bytes.get());
        }
        return value;
    }
}
