package io.cropmill.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** A storage whose files close, but say that they could not. */
public final class UnclosableStorage extends SteppedStorage {
    /** What they say. */
    public static final String REFUSAL = "Cannot close: the network is down";

    public UnclosableStorage(Storage storage) {
        super(storage);
    }

    @Override
    protected void change(Kind kind, String path, Step step) throws IOException {
        step.run();
    }

    @Override
    public SeekableByteChannel open(String path) throws IOException {
        return new UnclosableChannel(super.open(path));
    }

    private record UnclosableChannel(SeekableByteChannel channel) implements SeekableByteChannel {
        @Override
        public int read(ByteBuffer target) throws IOException {
            return channel.read(target);
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            return channel.write(source);
        }

        @Override
        public long position() throws IOException {
            return channel.position();
        }

        @Override
        public SeekableByteChannel position(long newPosition) throws IOException {
            channel.position(newPosition);
            return this;
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            channel.truncate(size);
            return this;
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
            throw new IOException(REFUSAL);
        }
    }
}
