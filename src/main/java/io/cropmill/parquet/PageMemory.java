package io.cropmill.parquet;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Memory that the columns of one reader are read through: windows of the file, pages, the state of zstd. What a column
 * gives back the next one takes, from row group to row group, so that nothing is allocated and zeroed anew. For one
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

    /** At least so many bytes, with anything in them; given back with {@link #give}. */
    ArrowBuf take(long bytes) {
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
        return allocator.buffer(bytes);
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
