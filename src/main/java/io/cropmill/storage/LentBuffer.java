package io.cropmill.storage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A direct buffer that another owner uses after this one. The garbage collector frees direct memory only when it happens
 * to run, which a task of a thousand small recordings may outrun: each has buffers of a megabyte for each of its files.
 * Give it back once; {@link #buffer()} must not be used afterwards. Safe for threads.
 */
public final class LentBuffer implements AutoCloseable {
    /** Kept for later; what is given back beyond that is left to the garbage collector. */
    private static final long MOST_KEPT = 128L << 20;

    /** A buffer serves for a smaller one if not too much of it is wasted. */
    private static final int MOST_WASTED = 4;

    private static final int STEP = 1 << 16;
    private static final Deque<ByteBuffer> FREE = new ArrayDeque<>();
    private static long kept;

    private final ByteBuffer buffer;
    private @Nullable ByteBuffer whole;

    private LentBuffer(ByteBuffer whole, int bytes) {
        this.whole = whole;
        this.buffer = whole.clear().slice(0, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Of exactly that capacity, little-endian; what it holds is undefined. */
    public static LentBuffer of(int bytes) {
        synchronized (FREE) {
            for (Iterator<ByteBuffer> each = FREE.iterator(); each.hasNext(); ) {
                ByteBuffer free = each.next();
                if (free.capacity() >= bytes && free.capacity() / MOST_WASTED <= Math.max(bytes, STEP)) {
                    each.remove();
                    kept -= free.capacity();
                    return new LentBuffer(free, bytes);
                }
            }
        }
        long rounded = ((long) bytes + STEP - 1) / STEP * STEP;
        return new LentBuffer(
                ByteBuffer.allocateDirect((int) Math.min(rounded, Math.max(bytes, Integer.MAX_VALUE - STEP))), bytes);
    }

    /**
     * As {@link #of(int)}, for as much as a row of a file needs.
     *
     * @throws NoMemoryException naming the file
     */
    public static LentBuffer ofRow(String path, int bytes) throws NoMemoryException {
        return ofRow(path, bytes, LentBuffer::of);
    }

    static LentBuffer ofRow(String path, int bytes, IntFunction<LentBuffer> memory) throws NoMemoryException {
        try {
            return memory.apply(bytes);
        } catch (OutOfMemoryError e) {
            // The JVM refuses direct memory beyond its limit before it takes any; its heap is as it was.
            throw new NoMemoryException(String.format(
                    Locale.ROOT,
                    "[%s] Cannot hold %,d bytes of rows at once: %s; give driver and executors more memory"
                            + " (--driver-memory, --executor-memory) or write rows of fewer points",
                    path,
                    bytes,
                    e.getMessage()));
        }
    }

    public ByteBuffer buffer() {
        return buffer;
    }

    /** Bytes that wait for an owner. */
    static long keptBytes() {
        synchronized (FREE) {
            return kept;
        }
    }

    /** Gives it back; the second time nothing happens. */
    @Override
    public void close() {
        synchronized (FREE) {
            if (whole != null && kept + whole.capacity() <= MOST_KEPT) {
                kept += whole.capacity();
                FREE.addFirst(whole);
            }
            whole = null;
        }
    }
}
