package io.cropmill.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LentBufferTest {
    @Test
    void aThousandOwnersOneAfterTheOtherShareOneBuffer() {
        LentBuffer.of(1 << 20).close();
        long before = DirectMemory.bytes();
        for (int owner = 0; owner < 1000; owner++) {
            try (LentBuffer lent = LentBuffer.of((1 << 20) - owner)) {
                assertThat(lent.buffer().capacity()).isEqualTo((1 << 20) - owner);
                assertThat(lent.buffer().position()).isZero();
                assertThat(lent.buffer().order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
                lent.buffer().putInt(owner);
            }
        }
        assertThat(DirectMemory.bytes() - before).isLessThan(32L << 20);
    }

    @Test
    void ownersAtTheSameTimeHaveBuffersOfTheirOwn() {
        try (LentBuffer first = LentBuffer.of(100);
                LentBuffer second = LentBuffer.of(100)) {
            first.buffer().put(0, (byte) 1);
            second.buffer().put(0, (byte) 2);
            assertThat(first.buffer().get(0)).isEqualTo((byte) 1);
        }
    }

    @Test
    void aBufferGivenBackTwiceIsThereOnce() {
        LentBuffer lent = LentBuffer.of(3 << 20);
        lent.close();
        long kept = LentBuffer.keptBytes();
        lent.close();
        assertThat(LentBuffer.keptBytes()).isEqualTo(kept);
    }

    @Test
    void keepsNoMoreThanABound() {
        List<LentBuffer> lent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            lent.add(LentBuffer.of(16 << 20));
        }
        lent.forEach(LentBuffer::close);
        assertThat(LentBuffer.keptBytes()).isLessThanOrEqualTo(128L << 20);
    }

    @Test
    void aRowThatMemoryCannotHoldIsRefusedNamingItsFile() {
        assertThatThrownBy(() -> LentBuffer.ofRow("a.npy", 2_080_047_104, bytes -> {
                    throw new OutOfMemoryError("Cannot reserve " + bytes + " bytes of direct buffer memory");
                }))
                .isInstanceOf(NoMemoryException.class)
                .hasNoCause()
                .hasMessage(
                        "[a.npy] Cannot hold 2,080,047,104 bytes of rows at once: Cannot reserve 2080047104 bytes of"
                                + " direct buffer memory; give driver and executors more memory (--driver-memory,"
                                + " --executor-memory) or write rows of fewer points");
    }
}
