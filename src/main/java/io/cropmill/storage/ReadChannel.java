package io.cropmill.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** Reading at any position, with a size that does not change and reads that fill the buffer unless the file ends. */
abstract class ReadChannel implements SeekableByteChannel {
    private final String path;
    private final long size;
    private long position;
    private boolean open = true;

    ReadChannel(String path, long size) {
        this.path = path;
        this.size = size;
    }

    /** Reads some bytes at a position; less than 1 only where the file has no more. */
    abstract int readAt(long position, ByteBuffer target) throws IOException;

    abstract void release() throws IOException;

    @Override
    public final int read(ByteBuffer target) throws IOException {
        requireOpen();
        int end = target.limit();
        int start = target.position();
        if (start == end) {
            return 0;
        }
        try {
            target.limit((int) Math.min(end, start + Math.max(0, size - position)));
            while (target.hasRemaining()) {
                int count = readAt(position, target);
                if (count <= 0) {
                    break;
                }
                position += count;
            }
        } catch (IOException e) {
            throw Failures.at(path, "read at byte " + position, e);
        } finally {
            target.limit(end);
        }
        return target.position() == start ? -1 : target.position() - start;
    }

    @Override
    public final long position() throws IOException {
        requireOpen();
        return position;
    }

    @Override
    public final SeekableByteChannel position(long newPosition) throws IOException {
        requireOpen();
        if (newPosition < 0) {
            throw new IllegalArgumentException("Position must not be negative but was " + newPosition);
        }
        position = newPosition;
        return this;
    }

    @Override
    public final long size() throws IOException {
        requireOpen();
        return size;
    }

    @Override
    public final int write(ByteBuffer source) {
        throw new NonWritableChannelException();
    }

    @Override
    public final SeekableByteChannel truncate(long length) {
        throw new NonWritableChannelException();
    }

    @Override
    public final boolean isOpen() {
        return open;
    }

    @Override
    public final void close() throws IOException {
        if (open) {
            open = false;
            release();
        }
    }

    private void requireOpen() throws ClosedChannelException {
        if (!open) {
            throw new ClosedChannelException();
        }
    }
}
