package io.cropmill.raster;

/**
 * IEEE 754 binary16 from float32: rounds half to even, subnormals included, and saturates at {@link #MAX} instead of
 * becoming infinite. Not a number stays so; -0.0 becomes +0.0. And back.
 */
public final class Float16 {
    /** The largest finite value. */
    static final float MAX = 65504;

    private static final int MAX_BITS = 0x7bff;
    private static final int NAN_BITS = 0x7e00;
    private static final int SIGN = 0x8000;
    private static final float SMALLEST_NORMAL = 0x1p-14f;

    /** Adding it leaves a multiple of 2^-24, the step of the subnormals, rounded by the float32 adder. */
    private static final float SUBNORMAL_MAGIC = 0.5f;

    private static final int DROPPED_BITS = 13;

    /** Exponent bias of float32 less that of float16, at the exponent's place in a float32. */
    private static final int BIAS = (127 - 15) << 23;

    private static final int INFINITE = 0xff << 23;

    private Float16() {}

    /** The sixteen bits of a value. */
    static short encode(float value) {
        int magnitude = magnitude(Math.abs(value));
        // Nothing but a sign is left of what rounds to zero.
        int sign = magnitude == 0 ? 0 : (Float.floatToRawIntBits(value) >>> 16) & SIGN;
        return (short) (sign | magnitude);
    }

    /** Whether a value is changed by saturation. */
    static boolean saturates(float value) {
        return Math.abs(value) > MAX;
    }

    /** The value of sixteen bits, exactly; not a number keeps its sign and its fraction, as NumPy and Java have it. */
    public static float decode(short half) {
        int sign = (half & SIGN) << 16;
        int exponent = half >>> 10 & 0x1f;
        int fraction = half & 0x3ff;
        if (exponent == 0) {
            return Math.copySign(fraction * 0x1p-24f, Float.intBitsToFloat(sign));
        }
        int wide = exponent == 0x1f ? INFINITE : (exponent << 23) + BIAS;
        return Float.intBitsToFloat(sign | wide | fraction << DROPPED_BITS);
    }

    private static int magnitude(float value) {
        if (value < SMALLEST_NORMAL) {
            return Float.floatToRawIntBits(value + SUBNORMAL_MAGIC) - Float.floatToRawIntBits(SUBNORMAL_MAGIC);
        }
        if (value <= MAX) {
            int bits = Float.floatToRawIntBits(value) - BIAS;
            int odd = (bits >>> DROPPED_BITS) & 1;
            return (bits + (1 << (DROPPED_BITS - 1)) - 1 + odd) >>> DROPPED_BITS;
        }
        return Float.isNaN(value) ? NAN_BITS : MAX_BITS;
    }
}
