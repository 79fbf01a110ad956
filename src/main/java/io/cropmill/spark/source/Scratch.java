package io.cropmill.spark.source;

import java.nio.ByteBuffer;

/** Memory that is used again and grows where it must. For one thread. */
final class Scratch {
    private ByteBuffer memory = ByteBuffer.allocateDirect(0);

    /** All zeros or old content; position 0, limit as asked for. */
    ByteBuffer of(long bytes) {
        if (memory.capacity() < bytes) {
            memory = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
        }
        return memory.clear().limit((int) bytes);
    }
}
