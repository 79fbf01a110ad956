package io.cropmill.plain;

/**
 * IEEE 754 binary16 by the book: a fraction of eleven bits times a power of two, rounded half to even, and cut to
 * ±65504 instead of becoming infinite. Written apart from the one that encodes caches.
 */
public final class PlainHalf {
    private static final float LARGEST = 65504;
    private static final int SMALLEST_EXPONENT = -14;
    private static final int FRACTION_BITS = 10;
    private static final int BIAS = 15;
    private static final int SIGN = 0x8000;
    private static final int NOT_A_NUMBER = 0x7e00;
    private static final int INFINITE = 0x7f800000;
    private static final int FRACTION_BITS_LOST = 13;

    private PlainHalf() {}

    /** The sixteen bits of a value; -0.0 and what rounds to it become +0.0. */
    public static short encode(float value) {
        if (value == 0) {
            return 0;
        }
        int sign = Float.floatToRawIntBits(value) < 0 ? SIGN : 0;
        if (Float.isNaN(value)) {
            return (short) (sign | NOT_A_NUMBER);
        }
        float magnitude = Math.min(Math.abs(value), LARGEST);
        int exponent = Math.max(Math.getExponent(magnitude), SMALLEST_EXPONENT);
        // Exact: a power of two changes the exponent of a double alone.
        int fraction = (int) Math.rint((double) magnitude * Math.scalb(1.0, FRACTION_BITS - exponent));
        if (fraction == 0) {
            return 0;
        }
        // The leading bit of a normal fraction adds the missing one to the exponent; a subnormal has none.
        int bits = (exponent + BIAS - 1 << FRACTION_BITS) + fraction;
        return (short) (sign | bits);
    }

    /** The value of sixteen bits, exactly; not a number keeps its sign and its fraction. */
    public static float decode(short half) {
        int exponent = half >> FRACTION_BITS & 0x1f;
        int fraction = half & 0x3ff;
        if (exponent == 0x1f) {
            return Float.intBitsToFloat((half & SIGN) << Short.SIZE | INFINITE | fraction << FRACTION_BITS_LOST);
        }
        double magnitude = exponent == 0
                ? Math.scalb((double) fraction, SMALLEST_EXPONENT - FRACTION_BITS)
                : Math.scalb((double) (fraction + 0x400), exponent - BIAS - FRACTION_BITS);
        return (float) (half < 0 ? -magnitude : magnitude);
    }
}
