package io.cropmill.raster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** Bits that NumPy gives, and {@code Float.float16ToFloat} of later Javas. */
    @ParameterizedTest
    @CsvSource({
        "0000, 00000000",
        "8000, 80000000",
        "0001, 33800000",
        "83ff, b87fc000",
        "3c01, 3f802000",
        "fbff, c77fe000",
        "7c00, 7f800000",
        "fc00, ff800000",
        "7e00, 7fc00000",
        "fe01, ffc02000",
        "7fff, 7fffe000"
    })
    void decodesBitsAsNumPyDoes(String half, String single) {
        float value = Float16.decode((short) Integer.parseInt(half, 16));

        assertThat(String.format("%08x", Float.floatToRawIntBits(value))).isEqualTo(single);
    }

    @Test
    void decodesEveryFiniteValue() {
        for (int bits = 0; bits <= 0x7bff; bits++) {
            assertThat(Float16.decode((short) bits)).isEqualTo(value(bits));
            assertThat(Float16.decode((short) (bits | 0x8000))).isEqualTo(-value(bits));
        }
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
