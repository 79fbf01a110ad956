package io.cropmill.raster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Float16Test {
    @Test
    void givesEveryFiniteValueBack() {
        for (int bits = 0; bits <= 0x7bff; bits++) {
            assertThat(encoded(value(bits))).isEqualTo(bits);
            assertThat(encoded(-value(bits))).isEqualTo(bits == 0 ? 0 : bits | 0x8000);
        }
    }

    @Test
    void roundsHalfWaysToTheEvenNeighbour() {
        for (int bits = 0; bits < 0x7bff; bits++) {
            float half = (value(bits) + value(bits + 1)) / 2;
            assertThat(encoded(half)).isEqualTo(bits + (bits & 1));
            assertThat(encoded(Math.nextDown(half))).isEqualTo(bits);
            assertThat(encoded(Math.nextUp(half))).isEqualTo(bits + 1);
        }
    }

    @Test
    void saturatesInsteadOfBecomingInfinite() {
        for (float value : new float[] {65504.004f, 65520, 70000, Float.MAX_VALUE, Float.POSITIVE_INFINITY}) {
            assertThat(encoded(value)).isEqualTo(0x7bff);
            assertThat(encoded(-value)).isEqualTo(0xfbff);
            assertThat(Float16.saturates(value)).isTrue();
            assertThat(Float16.saturates(-value)).isTrue();
        }
        assertThat(Float16.saturates(65504)).isFalse();
    }

    @Test
    void keepsNotANumber() {
        assertThat(encoded(Float.NaN)).isEqualTo(0x7e00);
        assertThat(Float16.saturates(Float.NaN)).isFalse();
    }

    @Test
    void dropsTheSignOfZero() {
        assertThat(encoded(-0f)).isZero();
        assertThat(encoded(-Float.MIN_VALUE)).isZero();
        assertThat(encoded(-0x1p-25f)).isZero();
        assertThat(encoded(Math.nextDown(-0x1p-25f))).isEqualTo(0x8001);
    }

    private static int encoded(float value) {
        return Float16.encode(value) & 0xffff;
    }

    /** The definition: a sign, five bits of exponent with bias 15, ten of mantissa. */
    private static float value(int bits) {
        int exponent = bits >> 10;
        int mantissa = bits & 0x3ff;
        return exponent == 0 ? Math.scalb(mantissa, -24) : Math.scalb(1024f + mantissa, exponent - 25);
    }
}
