package io.cropmill.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.format.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pages of deltas say of themselves. */
class DeltaCheckTest {
    private static final int VARINT_BITS = 7;

    /** A head of a page of three values, and nothing behind it. */
    private static ByteBuffer head(int block, int parts) {
        ByteBuffer page = ByteBuffer.allocate(16);
        for (int number : new int[] {block, parts, 3, 0}) {
            int left = number;
            for (; (left & -(1 << VARINT_BITS)) != 0; left >>>= VARINT_BITS) {
                page.put((byte) (left | 0x80));
            }
            page.put((byte) left);
        }
        return page.flip();
    }

    @ParameterizedTest
    @CsvSource({"1073741824,'1,073,741,824'", "-128,-128", "0,0", "129,129", "65664,'65,664'"})
    void refusesBlocksThatNoWriterMakes(int block, String found) {
        String message = "expected blocks of 128 to 65,536 values, a multiple of 128, but found " + found;
        assertThatThrownBy(() -> DeltaCheck.numbers(head(block, 1), 3)).hasMessage(message);
        for (Encoding encoding : new Encoding[] {Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY}) {
            assertThatThrownBy(() -> DeltaCheck.require(encoding, head(block, 1), 3))
                    .hasMessage(message);
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "3", "8"})
    void refusesPartsThatNoBlockHas(int parts) {
        assertThatThrownBy(() -> DeltaCheck.numbers(head(128, parts), 3))
                .hasMessage(
                        "expected parts of a multiple of 32 values in blocks of 128, but found " + parts + " parts");
    }

    @Test
    void readsTheLargestBlocks() throws IOException {
        int block = 1 << 16;
        DeltaBinaryPackingValuesWriterForLong writer =
                new DeltaBinaryPackingValuesWriterForLong(block, 4, 64, 1 << 16, new HeapByteBufferAllocator());
        writer.writeLong(5);
        writer.writeLong(-7);
        ByteBuffer page = ByteBuffer.wrap(writer.getBytes().toByteArray());
        ValuesReader numbers = DeltaCheck.numbers(page, 2);
        assertThat(numbers.readLong()).isEqualTo(5);
        assertThat(numbers.readLong()).isEqualTo(-7);
        assertThat(page.position()).isZero();
        assertThatThrownBy(() -> DeltaCheck.numbers(page, 3)).hasMessage("expected 3 values, but found 2");
    }
}
