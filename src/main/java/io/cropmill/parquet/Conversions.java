package io.cropmill.parquet;

import io.cropmill.parquet.ColumnType.Numbers;
import java.math.BigDecimal;
import java.nio.ByteBuffer;

/** From one stored number to its packed bytes. */
final class Conversions {
    private Conversions() {}

    /** Appends a number to a little-endian buffer; {@code stored} is an integer, or the bits of a float. */
    static void put(ByteBuffer target, Numbers type, long stored) {
        switch (type.conversion()) {
            case COPY, NARROW, WIDEN, BIT -> put(target, type.bytes(), stored);
            case DECIMAL ->
                target.putDouble(BigDecimal.valueOf(stored, type.scale()).doubleValue());
        }
    }

    private static void put(ByteBuffer target, int bytes, long stored) {
        switch (bytes) {
            case Byte.BYTES -> target.put((byte) stored);
            case Short.BYTES -> target.putShort((short) stored);
            case Integer.BYTES -> target.putInt((int) stored);
            default -> target.putLong(stored);
        }
    }

    /** The next bytes as a signed integer, highest byte first, as decimals are stored. */
    static long bigEndian(ByteBuffer bytes, int count) {
        long value = bytes.get();
        for (int i = 1; i < count; i++) {
            value = value << Byte.SIZE | Byte.toUnsignedLong(bytes.get());
        }
        return value;
    }
}
