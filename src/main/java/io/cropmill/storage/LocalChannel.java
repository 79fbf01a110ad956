package io.cropmill.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reads a local file up to the length it had when it was opened. */
final class LocalChannel extends ReadChannel {
    private final FileChannel channel;

    LocalChannel(String path, FileChannel channel, long size) {
        super(path, size);
        this.channel = channel;
    }

    @Override
    int readAt(long position, ByteBuffer target) throws IOException {
        int end = target.limit();
        try {
            if (!target.isDirect()) {
                target.limit(Math.min(end, target.position() + LocalOutputFile.HEAP_CHUNK));
            }
            return channel.read(target, position);
        } finally {
            target.limit(end);
        }
    }

    @Override
    void release() throws IOException {
        channel.close();
    }
}
