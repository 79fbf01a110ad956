package io.cropmill.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class HybridDecoderTest {
    private static int[] decoded(int bitWidth, int values, int limit, int step, int... bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int one : bytes) {
            buffer.put((byte) one);
        }
        HybridDecoder decoder = new HybridDecoder(buffer.flip(), bitWidth, values, limit, "levels");
        int[] found = new int[values];
        for (int at = 0; at < values; at += step) {
            decoder.read(found, at, Math.min(step, values - at));
        }
        return found;
    }

    private static void requireRefused(String message, int bitWidth, int values, int limit, int... bytes) {
        for (int step : new int[] {1, 3, values}) {
            assertThatThrownBy(() -> decoded(bitWidth, values, limit, step, bytes))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(message);
        }
    }

    @Test
    void readsRunsThatEndWithTheLastValue() {
        for (int step = 1; step <= 6; step++) {
            assertThat(decoded(2, 6, 3, step, 4, 1, 8, 2)).containsExactly(1, 1, 2, 2, 2, 2);
            assertThat(decoded(2, 10, 3, step, 3, 0b01_10_00_01, 0b10_10_10_10, 4, 0))
                    .containsExactly(1, 0, 2, 1, 2, 2, 2, 2, 0, 0);
            assertThat(decoded(0, 6, 1, step)).containsOnly(0);
            assertThat(decoded(0, 6, 1, step, 12)).containsOnly(0);
        }
    }

    /** Whole, cut where the last value ends, filled up to a block of many groups, and with the zeros of fastparquet. */
    @Test
    void readsThePaddingOfTheLastGroupAsWritersLeaveIt() {
        assertThat(decoded(4, 4, 9, 4, 3, 0x21, 0x43, 0xff, 0xff)).containsExactly(1, 2, 3, 4);
        assertThat(decoded(4, 4, 9, 3, 3, 0x21, 0x43)).containsExactly(1, 2, 3, 4);
        int[] block = new int[1 + 32 * 4];
        block[0] = 65;
        block[1] = 0x21;
        block[2] = 0x43;
        assertThat(decoded(4, 4, 9, 1, block)).containsExactly(1, 2, 3, 4);
        assertThat(decoded(4, 4, 9, 4, 3, 0x21, 0x43, 0, 0, 0, 0, 0, 0, 0, 0)).containsExactly(1, 2, 3, 4);
        assertThat(decoded(2, 4, 3, 4, 8, 2, 0, 0, 0, 0, 0, 0, 0, 0)).containsOnly(2);
    }

    @Test
    void refusesAnotherNumberOfValues() {
        requireRefused("expected 6 levels, but found 7", 1, 6, 2, 14, 1);
        requireRefused("expected 6 levels, but found 7", 1, 6, 2, 4, 0, 10, 1);
        requireRefused("expected 6 levels, but found 5", 1, 6, 2, 10, 1);
        requireRefused("expected 6 levels, but found 0", 1, 6, 2);
        requireRefused("expected 6 levels, but found 0", 1, 6, 2, 0, 1);
        requireRefused("expected 6 levels, but found 2,147,483,647", 1, 6, 2, 0xfe, 0xff, 0xff, 0xff, 0x0f, 1);
    }

    @Test
    void refusesBytesBehindTheLastRun() {
        requireRefused("expected no bytes behind its levels, but found 2", 1, 6, 2, 12, 1, 2, 1);
        requireRefused("expected 1 byte for its last 8 packed levels, but found 2", 1, 6, 2, 3, 0x15, 0);
    }

    @Test
    void refusesPackedValuesThatAreNotThere() {
        requireRefused("expected 4 bytes for its last 8 packed levels, but found 2", 4, 5, 9, 3, 0x21, 0x43);
        requireRefused("expected 8 bytes for its last 16 packed levels, but found 4", 4, 5, 9, 5, 1, 2, 3, 4);
        requireRefused("expected 0 bytes for its last 0 packed levels, but found 2", 4, 5, 9, 1, 10, 0);
        requireRefused("expected 2 bytes for its last 16 packed levels, but found 1", 1, 40, 2, 5, 1);
    }

    @Test
    void refusesValuesThatAreTooLarge() {
        requireRefused("expected levels below 3, but found 3", 2, 4, 3, 8, 3);
        requireRefused("expected levels below 3, but found 3", 2, 4, 3, 3, 0b10_11_00_01, 0);
        requireRefused("expected levels below 2, but found 255", 1, 4, 2, 8, 0xff);
        requireRefused("expected levels below 0, but found 0", 0, 4, 0, 8);
        requireRefused(
                "expected levels below 2,147,483,647, but found 4,294,967,295",
                32,
                1,
                Integer.MAX_VALUE,
                2,
                0xff,
                0xff,
                0xff,
                0xff);
        assertThatThrownBy(() -> decoded(33, 1, 2, 1, 2, 0))
                .hasMessage("expected levels of 0 to 32 bits, but found 33");
    }
}
