package io.cropmill.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageCodecTest {
    @ParameterizedTest
    @CsvSource({
        "ZSTD, '2,097,152'",
        "SNAPPY, '2,048'",
        "GZIP, '66,048'",
        "LZ4_RAW, '16,384'",
    })
    void takesNoMemoryForMoreThanAPageCanHold(CompressionCodecName codec, String most) {
        try (BufferAllocator allocator = new RootAllocator();
                PageMemory memory = new PageMemory(allocator);
                PageCodec pages = new PageCodec("a.parquet", codec, memory)) {
            assertThatThrownBy(() -> pages.decompress(ByteBuffer.allocateDirect(64), 2_000_000_000))
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "64 bytes of " + codec + " hold at most " + most + ", but its header says 2,000,000,000");
            assertThat(allocator.getPeakMemoryAllocation()).isZero();
        }
    }

    /** What repeats shrinks most: this must not be taken for damage. */
    @Test
    void inflatesWhatShrinksMost() throws IOException {
        byte[] zeros = new byte[64 << 20];
        byte[] small = Zstd.compress(zeros, 19);
        ByteBuffer page = ByteBuffer.allocateDirect(small.length).put(small).flip();
        try (BufferAllocator allocator = new RootAllocator();
                PageMemory memory = new PageMemory(allocator);
                PageCodec pages = new PageCodec("a.parquet", CompressionCodecName.ZSTD, memory)) {
            ByteBuffer found = pages.decompress(page, zeros.length);
            assertThat(found).isEqualTo(ByteBuffer.wrap(zeros));
        }
    }
}
