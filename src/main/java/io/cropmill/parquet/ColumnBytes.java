package io.cropmill.parquet;

import io.cropmill.storage.NoMemoryException;
import java.nio.channels.SeekableByteChannel;

/**
 * Where the bytes of a column chunk lie.
 *
 * @param file for messages
 * @param channel shared, not owned
 * @param start byte of its first page
 * @param end byte behind its last page
 */
record ColumnBytes(String file, SeekableByteChannel channel, long start, long end) {
    /** Other bytes of the same file. */
    ColumnBytes from(long newStart, long newEnd) {
        return new ColumnBytes(file, channel, newStart, newEnd);
    }

    ChunkStream stream(PageMemory memory) throws NoMemoryException {
        return new ChunkStream(file, channel, start, end, memory);
    }
}
