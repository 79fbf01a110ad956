package io.cropmill.parquet;

import io.cropmill.storage.NoMemoryException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.util.Locale;
import org.apache.arrow.memory.ArrowBuf;

/**
 * The bytes of one column chunk, read ahead into a window: page headers are parsed from it as from a stream, page bodies
 * are slices of it. Several chunks share the channel, so each read says where.
 */
final class ChunkStream extends InputStream {
    /** Long enough that a disk or a data node is asked rarely, short enough for dozens of columns. */
    private static final int WINDOW_BYTES = 1 << 20;

    private final String file;
    private final SeekableByteChannel channel;
    private final long end;
    private final PageMemory memory;
    private ArrowBuf window;
    private ByteBuffer unread;
    private long position;

    /** The bytes from {@code start} to before {@code end}, which must lie in the file. */
    ChunkStream(String file, SeekableByteChannel channel, long start, long end, PageMemory memory)
            throws NoMemoryException {
        this.file = file;
        this.channel = channel;
        this.position = start;
        this.end = end;
        this.memory = memory;
        this.window = memory.take(file, Math.max(1, Math.min(WINDOW_BYTES, end - start)));
        this.unread = view().limit(0);
    }

    private ByteBuffer view() {
        return window.nioBuffer(0, Math.toIntExact(window.capacity())).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Byte of the file that comes next. */
    long place() {
        return position - unread.remaining();
    }

    @Override
    public int read() throws IOException {
        if (!unread.hasRemaining() && !fill(1)) {
            return -1;
        }
        return Byte.toUnsignedInt(unread.get());
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!unread.hasRemaining() && !fill(1)) {
            return -1;
        }
        int count = Math.min(length, unread.remaining());
        unread.get(target, offset, count);
        return count;
    }

    /** The next bytes, little-endian, valid until the next call of anything here. */
    ByteBuffer take(int count) throws IOException {
        if (count > end - place()) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %,d bytes of a page at byte %,d, but its column chunk ends at byte %,d",
                    file,
                    count,
                    place(),
                    end));
        }
        if (unread.remaining() < count && !fill(count)) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %,d bytes at byte %,d, but the file ends; it was cut short; copy or write it again",
                    file,
                    count,
                    place()));
        }
        ByteBuffer taken = unread.slice(unread.position(), count).order(ByteOrder.LITTLE_ENDIAN);
        unread.position(unread.position() + count);
        return taken;
    }

    /** Goes past bytes, unread where they lie behind the window. */
    void pass(int count) throws IOException {
        if (count <= unread.remaining()) {
            unread.position(unread.position() + count);
        } else if (count <= end - place()) {
            position = place() + count;
            unread.limit(0).position(0);
        } else {
            take(count);
        }
    }

    /** Goes to a byte of the file within the chunk. */
    void seek(long place) {
        position = place;
        unread.limit(0).position(0);
    }

    private boolean fill(int count) throws IOException {
        if (window.capacity() < count) {
            ArrowBuf larger = memory.take(file, count);
            int kept = unread.remaining();
            larger.setBytes(0, unread);
            memory.give(window);
            window = larger;
            unread = view().position(kept);
        } else {
            unread.compact();
        }
        int room = unread.remaining();
        unread.limit(unread.position() + (int) Math.min(room, end - position));
        channel.position(position);
        while (unread.hasRemaining()) {
            int read = channel.read(unread);
            if (read < 0) {
                break;
            }
            position += read;
        }
        unread.flip();
        return unread.remaining() >= count;
    }

    @Override
    public void close() {
        memory.give(window);
    }

    /**
     * Where the bytes of a column chunk lie.
     *
     * @param file name of the file, for messages
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
}
