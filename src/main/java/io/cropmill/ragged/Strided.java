package io.cropmill.ragged;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Where values of a direct buffer lie that are a stride apart, for loops that read or write memory. The whole run is
 * checked here once; the check at every value, which buffers make, takes two to three times as long.
 */
final class Strided {
    private Strided() {}

    /**
     * Address of the first of {@code count} values; of none, an address that nobody may use.
     *
     * @param from byte of the buffer at which the first value begins, whatever the buffer's position
     * @throws IndexOutOfBoundsException if the run leaves the buffer's limit
     */
    static long address(ByteBuffer bytes, int from, int stride, int size, int count) {
        if (!bytes.isDirect()) {
            throw new IllegalArgumentException("Expected a direct buffer, but found one on the heap");
        }
        if (count > 0) {
            Objects.checkFromIndexSize(from, Math.addExact(Math.multiplyExact(count - 1, stride), size), bytes.limit());
        }
        return MemoryUtil.getByteBufferAddress(bytes) + from;
    }
}
