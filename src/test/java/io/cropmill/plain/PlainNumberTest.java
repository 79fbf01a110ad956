package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainNumberTest {
    private static final byte[] BYTES = {
        0, (byte) 0xfe, (byte) 0xfd, (byte) 0xfc, (byte) 0xfb, (byte) 0xfa, (byte) 0xf9, (byte) 0xf8, (byte) 0xf7
    };

    @ParameterizedTest
    @CsvSource({
        "1, true, true, -2",
        "1, false, true, 254",
        "2, true, true, -259",
        "2, false, true, 65277",
        "4, true, true, -16909061",
        "4, false, true, 4278058235",
        "8, true, true, -72623859790382857",
        "8, false, true, -72623859790382857",
        "2, true, false, -514",
        "4, false, false, 4227661310",
        "8, true, false, -578437695752307202",
    })
    void readsTheBytesThatItsTypeHas(int size, boolean signed, boolean swapped, long value) {
        assertThat(PlainNumber.integer(BYTES, 1, size, signed, swapped)).isEqualTo(value);
    }
}
