package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.raster.Float16;
import io.cropmill.raster.GridEncoder;
import io.cropmill.raster.RasterSpec.GridType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainHalfTest {
    /** Bits that NumPy gives after clipping to 65504. */
    @ParameterizedTest
    @CsvSource({
        "1, 3c00",
        "-1.5, be00",
        "65504, 7bff",
        "65519, 7bff",
        "65520, 7bff",
        "1e9, 7bff",
        "-1e9, fbff",
        "6.103515625e-05, 0400",
        "6.097555160522461e-05, 03ff",
        "5.960464477539063e-08, 0001",
        "2.9802322387695312e-08, 0000",
        "2.980232594040899e-08, 0001",
        "0.1, 2e66",
        "-0.1, ae66",
        "0.33333334, 3555",
        "2049, 6800",
        "2051, 6802",
        "-0, 0000",
        "-1e-9, 0000",
        "1024.5, 6400"
    })
    void roundsAsNumPyDoes(float value, String bits) {
        assertThat(String.format("%04x", PlainHalf.encode(value))).isEqualTo(bits);
    }

    @Test
    void givesBackEveryHalf() {
        for (int bits = 0; bits < 0x10000; bits++) {
            short half = (short) bits;
            float value = PlainHalf.decode(half);
            assertThat(Float.floatToRawIntBits(value))
                    .as("%04x", bits)
                    .isEqualTo(Float.floatToRawIntBits(Float16.decode(half)));
            boolean same = Float.isFinite(value) && half != Short.MIN_VALUE;
            if (same) {
                assertThat(PlainHalf.encode(value)).isEqualTo(half);
            }
        }
    }

    @Test
    void encodesAsCachesAreEncoded() {
        Random random = new Random(5);
        ByteBuffer cache = ByteBuffer.allocate(Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 200_000; i++) {
            float value = Float.intBitsToFloat(random.nextInt());
            if (i % 2 == 0) {
                value = (float) (random.nextGaussian() * Math.pow(10, random.nextInt(12) - 8));
            }
            GridEncoder.encode(new float[] {value}, GridType.FLOAT16, cache.clear());
            assertThat(PlainHalf.encode(value)).as("%s", value).isEqualTo(cache.getShort(0));
        }
    }
}
