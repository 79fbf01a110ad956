package io.cropmill.frame;

import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.jspecify.annotations.Nullable;

/** A channel whose bytes are counted. Local ones also where Spark looks for the input of a task, which Hadoop's count there. */
final class CountingChannel implements SeekableByteChannel {
    private final SeekableByteChannel channel;
    private final ReadMetrics metrics;
    private final FileSystem.@Nullable Statistics local;

    @SuppressWarnings("deprecation") // Spark reads no other.
    CountingChannel(SeekableByteChannel channel, ReadMetrics metrics, URI root) {
        this.channel = channel;
        this.metrics = metrics;
        this.local = Storages.isLocal(root) ? FileSystem.getStatistics(root.getScheme(), LocalFileSystem.class) : null;
        metrics.addFile();
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int count = channel.read(target);
        if (count > 0) {
            metrics.addBytes(count);
            if (local != null) {
                local.incrementBytesRead(count);
            }
        }
        return count;
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
    }
}
