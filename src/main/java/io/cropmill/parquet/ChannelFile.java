package io.cropmill.parquet;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A channel as parquet-java reads it, without Hadoop's file systems between. */
final class ChannelFile implements InputFile {
    private final String file;
    private final SeekableByteChannel channel;

    ChannelFile(String file, SeekableByteChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    @Override
    public long getLength() throws IOException {
        return channel.size();
    }

    /** A stream whose closing leaves the channel open. */
    @Override
    public SeekableInputStream newStream() {
        return new DelegatingSeekableInputStream(Channels.newInputStream(channel)) {
            @Override
            public long getPos() throws IOException {
                return channel.position();
            }

            @Override
            public void seek(long position) throws IOException {
                channel.position(position);
            }

            @Override
            public void readFully(ByteBuffer target) throws IOException {
                while (target.hasRemaining()) {
                    if (channel.read(target) < 0) {
                        throw new EOFException("[" + file + "] Expected " + target.remaining()
                                + " more bytes, but the file ends; it was cut short; copy or write it again");
                    }
                }
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public String toString() {
        return file;
    }
}
