package io.cropmill.ragged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.util.MemoryUtil;
import org.junit.jupiter.api.Test;

class StridedTest {
    /** 0, 1, 2, ... 27; three values of 4 bytes, 12 apart, end with its last byte. */
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(28).order(ByteOrder.nativeOrder());

    StridedTest() {
        for (int i = 0; i < bytes.capacity(); i++) {
            bytes.put(i, (byte) i);
        }
    }

    @Test
    void addressIsThatOfTheFirstValueWhateverThePosition() {
        bytes.position(20);
        long address = Strided.address(bytes, 5, 3, 1, 2);
        assertThat(MemoryUtil.getByte(address)).isEqualTo((byte) 5);
        assertThat(MemoryUtil.getByte(address + 3)).isEqualTo((byte) 8);
    }

    @Test
    void runMayEndWithTheLimitButNotBehindIt() {
        assertThat(MemoryUtil.getInt(Strided.address(bytes, 0, 12, 4, 3) + 2 * 12))
                .isEqualTo(bytes.getInt(24));
        assertRefused(1, 12, 4, 3);
        assertRefused(0, 12, 4, 4);
        assertRefused(0, 12, 8, 3);
        bytes.limit(27);
        assertRefused(0, 12, 4, 3);
    }

    @Test
    void runMayNotBeginBeforeTheBuffer() {
        assertRefused(-1, 4, 4, 1);
    }

    @Test
    void lengthsThatFitNoIntAreRefused() {
        // 65,536 x 65,536 is 0 in an int.
        assertRefused(0, 1 << 16, 4, (1 << 16) + 1);
    }

    @Test
    void noValuesMayStandAnywhere() {
        assertThat(Strided.address(bytes, 32, 8, 4, 0)).isEqualTo(MemoryUtil.getByteBufferAddress(bytes) + 32);
    }

    @Test
    void memoryOfTheHeapIsRefused() {
        assertThatThrownBy(() -> Strided.address(ByteBuffer.allocate(8), 0, 4, 4, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Expected a direct buffer, but found one on the heap");
    }

    private void assertRefused(int from, int stride, int size, int count) {
        assertThatThrownBy(() -> Strided.address(bytes, from, stride, size, count))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }
}
