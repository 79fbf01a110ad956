package io.cropmill.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.StreamCapabilities;

/** Reads a file of a Hadoop file system through one stream, straight into the caller's buffer where it can. */
final class HadoopChannel extends ReadChannel {
    private static final int CHUNK = 1 << 18;

    private final FSDataInputStream in;
    private final boolean readsBuffers;
    private byte[] chunk = {};

    HadoopChannel(String path, FSDataInputStream in, long size) {
        super(path, size);
        this.in = in;
        this.readsBuffers = in.hasCapability(StreamCapabilities.READBYTEBUFFER);
    }

    @Override
    int readAt(long position, ByteBuffer target) throws IOException {
        if (in.getPos() != position) {
            in.seek(position);
        }
        if (target.hasArray()) {
            int count = in.read(target.array(), target.arrayOffset() + target.position(), target.remaining());
            target.position(target.position() + Math.max(0, count));
            return count;
        }
        return readsBuffers ? in.read(target) : readThroughArray(target);
    }

    private int readThroughArray(ByteBuffer target) throws IOException {
        if (chunk.length == 0) {
            chunk = new byte[CHUNK];
        }
        int count = in.read(chunk, 0, Math.min(chunk.length, target.remaining()));
        target.put(chunk, 0, Math.max(0, count));
        return count;
    }

    @Override
    void release() throws IOException {
        in.close();
    }
}
