package io.cropmill.ragged;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Where values of a direct buffer lie that are a stride apart, for loops that read or write memory. The whole run is
 * checked here once; a check at every value, which buffers make, takes longer.
 *
 * <pre>
 * |...[size]......[size]......[size]... limit
 *     from  stride -->
 * </pre>
 */
final class Strided {
    private Strided() {}

    /**
     * Address of the first of {@code count} values of {@code size} bytes; of none, an address that must not be used. It is
     * good while the memory has an owner who is still to give it back, as Arrow's and lent buffers have.
     *
     * @param from byte of the buffer at which the first value begins, independent of the buffer's position
     * @param stride bytes from the start of a value to that of the next, not negative
     * @throws IllegalArgumentException if the buffer is on the heap
     * @throws IndexOutOfBoundsException if the run leaves the buffer's limit
     */
    static long address(ByteBuffer bytes, int from, int stride, int size, int count) {
        if (!bytes.isDirect()) {
            throw new IllegalArgumentException("Expected a direct buffer, but found one on the heap");
        }
        if (count > 0) {
            Objects.checkFromIndexSize((long) from, (count - 1L) * stride + size, (long) bytes.limit());
        }
        return MemoryUtil.getByteBufferAddress(bytes) + from;
    }
}
