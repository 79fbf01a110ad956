package io.cropmill.frame;

import io.cropmill.storage.LentBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Memory that is used again, grows where it must, and is given back. For one thread. */
final class Scratch implements AutoCloseable {
    private @Nullable LentBuffer memory;

    /** Any content; position 0, limit as asked for. */
    ByteBuffer of(long bytes) {
        LentBuffer lent = memory;
        if (lent == null || lent.buffer().capacity() < bytes) {
            close();
            lent = LentBuffer.of(Math.toIntExact(bytes));
            memory = lent;
        }
        return lent.buffer().order(ByteOrder.BIG_ENDIAN).clear().limit((int) bytes);
    }

    /** Bytes that it has taken. */
    long bytes() {
        LentBuffer lent = memory;
        return lent == null ? 0 : lent.buffer().capacity();
    }

    @Override
    public void close() {
        if (memory != null) {
            memory.close();
            memory = null;
        }
    }
}
