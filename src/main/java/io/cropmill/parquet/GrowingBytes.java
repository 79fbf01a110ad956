package io.cropmill.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Bytes that are appended to until they are handed over, in memory that an allocator counts. For one thread; closing it
 * frees what was not handed over.
 */
public final class GrowingBytes implements AutoCloseable {
    private static final long SMALLEST = 1024;

    private final BufferAllocator allocator;
    private ArrowBuf buffer;
    private ByteBuffer bytes;

    /** Takes memory for so many bytes at once, which is enough or not. */
    public GrowingBytes(BufferAllocator allocator, long capacity) {
        this.allocator = allocator;
        this.buffer = allocator.buffer(Math.max(SMALLEST, capacity));
        this.bytes = view(0);
    }

    /** The bytes behind the last, little-endian, with room for so many; the caller advances the position. */
    public ByteBuffer room(long more) {
        if (bytes.remaining() < more) {
            grow(Math.addExact(bytes.position(), more));
        }
        return bytes;
    }

    private void grow(long needed) {
        if (needed > Integer.MAX_VALUE) {
            throw new ArithmeticException("a batch's field must fit 2,147,483,647 bytes but needs " + needed);
        }
        long capacity = Math.min(Integer.MAX_VALUE, Math.max(needed, 2 * buffer.capacity()));
        ArrowBuf larger = allocator.buffer(capacity);
        int used = bytes.position();
        larger.setBytes(0, buffer, 0, used);
        buffer.close();
        buffer = larger;
        bytes = view(used);
    }

    private ByteBuffer view(int position) {
        int capacity = (int) Math.min(Integer.MAX_VALUE, buffer.capacity());
        return buffer.nioBuffer(0, capacity).order(ByteOrder.LITTLE_ENDIAN).position(position);
    }

    /** Bytes appended so far. */
    public long size() {
        return bytes.position();
    }

    /** Hands the bytes over: the buffer is the caller's to close, and this is empty again. */
    public ArrowBuf take() {
        ArrowBuf taken = buffer;
        buffer = allocator.getEmpty();
        bytes = view(0);
        return taken;
    }

    @Override
    public void close() {
        buffer.close();
        buffer = allocator.getEmpty();
        bytes = view(0);
    }
}
