package io.cropmill.plain;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;

/** Numbers out of bytes, little-endian unless it says otherwise. */
public final class PlainNumber {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private PlainNumber() {}

    /** What {@link #integer} gave, as the number that it stands for. */
    static Number value(long number, boolean signed) {
        return signed || number >= 0 ? (Number) number : new BigInteger(Long.toUnsignedString(number));
    }

    public static short shortAt(byte[] bytes, int at) {
        return (short) (bytes[at] & 0xff | bytes[at + 1] << 8);
    }

    public static int intAt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    public static long longAt(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static float floatAt(byte[] bytes, int at) {
        return Float.intBitsToFloat(intAt(bytes, at));
    }

    /**
     * An integer of 1 to 8 bytes, a byte at a time.
     *
     * @param swapped true if the highest byte comes first
     * @return an unsigned one beyond 63 bits is negative
     */
    public static long integer(byte[] bytes, int at, int size, boolean signed, boolean swapped) {
        long value = 0;
        for (int i = 0; i < size; i++) {
            int place = swapped ? at + i : at + size - 1 - i;
            value = value << 8 | bytes[place] & 0xff;
        }
        int unused = Long.SIZE - 8 * size;
        return signed ? value << unused >> unused : value;
    }

    /** The float32 that is nearest to an integer. */
    static float nearestFloat(byte[] bytes, int at, int size, boolean signed) {
        byte[] number = new byte[size];
        for (int i = 0; i < size; i++) {
            number[i] = bytes[at + size - 1 - i];
        }
        return (signed ? new BigInteger(number) : new BigInteger(1, number)).floatValue();
    }
}
