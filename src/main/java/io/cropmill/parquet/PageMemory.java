package io.cropmill.parquet;

import com.github.luben.zstd.ZstdDecompressCtx;
import io.cropmill.storage.NoMemoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.jspecify.annotations.Nullable;

/**
 * Memory that the columns of one reader are read through: windows of the file, pages, the state of zstd. What a column
 * gives back the next one takes, from row group to row group, so that nothing is allocated and zeroed again. For one
 * thread; its columns must be closed before it.
 */
public final class PageMemory implements AutoCloseable {
    /** What one column chunk with huge pages needed is not kept for all that follow. */
    private static final long LARGEST_KEPT = 8L << 20;

    private final BufferAllocator allocator;
    private final List<ArrowBuf> idle = new ArrayList<>();
    private @Nullable ZstdDecompressCtx zstd;

    /** Takes memory from an allocator when it is needed. */
    public PageMemory(BufferAllocator allocator) {
        this.allocator = allocator;
    }

    /**
     * At least so many bytes, with anything in them; given back with {@link #give}.
     *
     * @throws NoMemoryException naming the file that they are for
     */
    ArrowBuf take(String file, long bytes) throws NoMemoryException {
        int best = -1;
        for (int i = 0; i < idle.size(); i++) {
            long capacity = idle.get(i).capacity();
            if (capacity >= bytes && (best < 0 || capacity < idle.get(best).capacity())) {
                best = i;
            }
        }
        if (best >= 0) {
            return idle.remove(best);
        }
        if (!idle.isEmpty()) {
            // In its place, so that no more is kept than was once in use.
            idle.remove(idle.size() - 1).close();
        }
        try {
            return allocator.buffer(bytes);
        } catch (OutOfMemoryException e) {
            throw noMemory(file, bytes);
        }
    }

    static NoMemoryException noMemory(String file, long bytes) {
        return new NoMemoryException(String.format(
                Locale.ROOT,
                "[%s] Cannot hold %,d bytes of a column at once; give driver and executors more memory (--driver-memory,"
                        + " --executor-memory) or write the file again with smaller pages",
                file,
                bytes));
    }

    /** Takes memory back. */
    void give(ArrowBuf buffer) {
        if (buffer.capacity() > 0 && buffer.capacity() <= LARGEST_KEPT) {
            idle.add(buffer);
        } else {
            buffer.close();
        }
    }

    /** The decompressor of zstd: pages are independent of each other, so one serves all columns. */
    ZstdDecompressCtx zstd() {
        if (zstd == null) {
            zstd = new ZstdDecompressCtx();
        }
        return zstd;
    }

    @Override
    public void close() {
        idle.forEach(ArrowBuf::close);
        idle.clear();
        if (zstd != null) {
            zstd.close();
            zstd = null;
        }
    }
}
