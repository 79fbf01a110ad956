package io.cropmill.npy;

import io.cropmill.text.Figures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** Reads that end only when the buffer is full: a channel may give fewer bytes than asked for. */
public final class ChannelReads {
    private ChannelReads() {}

    /** Fills what remains of the buffer from a position of the file. */
    public static void fill(String file, SeekableByteChannel channel, long position, ByteBuffer target)
            throws IOException {
        channel.position(position);
        while (target.hasRemaining()) {
            if (channel.read(target) < 0) {
                throw new NpyException("[" + file + "] Expected " + Figures.count(target.remaining())
                        + " more bytes at byte " + Figures.count(channel.position())
                        + ", but found the end of the file: it became shorter while it was read");
            }
        }
    }
}
