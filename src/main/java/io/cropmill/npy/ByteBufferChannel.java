package io.cropmill.npy;

import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** What remains of a buffer, read as a file. */
class ByteBufferChannel implements SeekableByteChannel {
    private final ByteBuffer bytes;
    private long position;

    ByteBufferChannel(ByteBuffer bytes) {
        this.bytes = bytes.slice();
    }

    @Override
    public int read(ByteBuffer target) {
        if (position >= bytes.limit()) {
            return target.hasRemaining() ? -1 : 0;
        }
        int count = Math.min(target.remaining(), bytes.limit() - (int) position);
        target.put(bytes.duplicate().position((int) position).limit((int) position + count));
        position += count;
        return count;
    }

    @Override
    public int write(ByteBuffer source) {
        throw new NonWritableChannelException();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public SeekableByteChannel position(long newPosition) {
        if (newPosition < 0) {
            throw new IllegalArgumentException("position must not be negative but was " + newPosition);
        }
        position = newPosition;
        return this;
    }

    @Override
    public long size() {
        return bytes.limit();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
