package io.cropmill.plain;

import java.io.IOException;
import java.io.InputStream;

/** The bytes of a column chunk from a place on, read some ahead. Leaves the file open. For one thread. */
final class ChunkBytes extends InputStream {
    private static final int AHEAD = 1 << 16;

    private final PlainBytes file;
    private final long end;
    private byte[] buffer = new byte[0];
    private int next;
    private long bufferEnd;

    /** Reads from one place of the file to before another. */
    ChunkBytes(PlainBytes file, long start, long end) {
        this.file = file;
        this.end = end;
        go(start);
    }

    /** Goes to a place of the file; what was read ahead stays as long as it is around that. */
    void go(long place) {
        long back = bufferEnd - place;
        if (back >= 0 && back <= buffer.length) {
            next = buffer.length - (int) back;
            return;
        }
        buffer = new byte[0];
        next = 0;
        bufferEnd = place;
    }

    /** Of the byte that comes next. */
    long place() {
        return bufferEnd - (buffer.length - next);
    }

    @Override
    public int read() throws IOException {
        if (next == buffer.length && !fill()) {
            return -1;
        }
        return Byte.toUnsignedInt(buffer[next++]);
    }

    @Override
    public int read(byte[] target, int from, int most) throws IOException {
        if (most == 0) {
            return 0;
        }
        if (next == buffer.length && !fill()) {
            return -1;
        }
        int count = Math.min(most, buffer.length - next);
        System.arraycopy(buffer, next, target, from, count);
        next += count;
        return count;
    }

    private boolean fill() throws IOException {
        int count = (int) Math.min(AHEAD, end - bufferEnd);
        if (count <= 0) {
            return false;
        }
        buffer = new byte[count];
        file.read(bufferEnd, buffer, 0, count);
        next = 0;
        bufferEnd += count;
        return true;
    }

    void pass(int count) {
        go(place() + count);
    }

    /** So many bytes, which the chunk has. */
    byte[] take(int count) throws IOException {
        byte[] taken = PlainBytes.memory(file.path(), count);
        int there = Math.min(count, buffer.length - next);
        System.arraycopy(buffer, next, taken, 0, there);
        next += there;
        if (there < count) {
            file.read(bufferEnd, taken, there, count - there);
            go(bufferEnd + count - there);
        }
        return taken;
    }
}
