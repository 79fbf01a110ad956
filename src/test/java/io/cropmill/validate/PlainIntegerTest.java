package io.cropmill.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.ScalarType;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every width and sign, after one byte that is passed over. */
class PlainIntegerTest {
    @ParameterizedTest
    @CsvSource({
        "|i1, -2",
        "|u1, 254",
        ">i2, -259",
        ">u2, 65277",
        ">i4, -16909061",
        ">u4, 4278058235",
        ">i8, -72623859790382857",
        ">u8, -72623859790382857",
        ">M8[s], -72623859790382857",
        ">m8[s], -72623859790382857",
    })
    void readsTheBytesThatItsTypeHas(String type, long value) {
        ByteBuffer bytes = ByteBuffer.wrap(new byte[] {
            0, (byte) 0xfe, (byte) 0xfd, (byte) 0xfc, (byte) 0xfb, (byte) 0xfa, (byte) 0xf9, (byte) 0xf8, (byte) 0xf7
        });
        assertThat(PlainInteger.read((ScalarType) Dtype.parse("'" + type + "'"), bytes, 1))
                .isEqualTo(value);
    }
}
