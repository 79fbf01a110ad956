package io.cropmill.frame;

import io.cropmill.frame.FileRowFormat.PairForm;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyReader;
import io.cropmill.storage.Closing;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Objects;

/** An opened {@code .npy} file whose header is as it was when the query was planned. For one thread. */
final class OpenFile implements Closeable {
    private final SeekableByteChannel channel;
    private final NpyReader reader;

    private OpenFile(SeekableByteChannel channel, NpyReader reader) {
        this.channel = channel;
        this.reader = reader;
    }

    static OpenFile open(Storage storage, FileEntry file, ReadMetrics metrics) throws IOException {
        SeekableByteChannel opened = storage.open(file.path());
        try {
            if (opened.size() != file.bytes()) {
                throw new IOException("[" + file.path() + "] Expected the file as it was when the query was planned ("
                        + file.bytes() + " bytes), but found " + opened.size()
                        + " bytes; it is being written to: load it again when it is complete");
            }
            SeekableByteChannel channel = new CountingChannel(opened, metrics, storage.root());
            return new OpenFile(channel, new NpyReader(file.path(), channel));
        } catch (IOException | RuntimeException e) {
            Closing.after(e, opened);
            throw e;
        }
    }

    /** Refuses a file whose rows are others than planned. */
    OpenFile requireForm(FoundFile planned) throws IOException {
        NpyHeader header = reader.header();
        boolean same = header.rows() == planned.rows()
                && header.dtype().equals(planned.form().dtype());
        if (!same) {
            throw new IOException("[" + planned.file().path() + "] Expected " + planned.rows() + " rows of "
                    + planned.form().shown() + ", as when the query was planned, but found " + header.rows()
                    + " rows of " + header.dtype().descr() + "; load it again");
        }
        return this;
    }

    /** Refuses a file of points that are others than planned. */
    OpenFile requirePoints(FoundFile pair) throws IOException {
        PairForm form = Objects.requireNonNull(pair.form().pair());
        NpyHeader header = reader.header();
        boolean same = header.rows() == pair.pointCount()
                && header.rowBytes() == form.recordBytes()
                && header.dtype().equals(form.points());
        if (!same) {
            throw new IOException("[" + Objects.requireNonNull(pair.points()).path() + "] Expected " + pair.pointCount()
                    + " points of " + form.points().descr() + ", as when the query was planned, but found "
                    + header.dtype().descr() + " of shape " + header.shape() + "; load it again");
        }
        return this;
    }

    /** Puts the points of crops into a buffer, one crop's after the other's; those that lie together are read at once. */
    void readRuns(long[] starts, int[] counts, int from, int to, ByteBuffer target) throws IOException {
        for (int i = from; i < to; ) {
            long end = starts[i] + counts[i];
            int next = i + 1;
            while (next < to && starts[next] == end) {
                end += counts[next];
                next++;
            }
            reader.readRows(starts[i], Math.toIntExact(end - starts[i]), target);
            i = next;
        }
    }

    NpyReader reader() {
        return reader;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
