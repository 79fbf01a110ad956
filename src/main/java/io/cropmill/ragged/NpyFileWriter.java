package io.cropmill.ragged;

import io.cropmill.storage.LentBuffer;
import io.cropmill.storage.OutputFile;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * Writes one {@code .npy} file, or one of the parts that a large one is assembled from, through a buffer in which items
 * are encoded in place. The size is announced first and held to.
 */
final class NpyFileWriter implements Closeable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final String path;
    private final OutputFile file;
    private final long expected;
    private LentBuffer lent = LentBuffer.of(BUFFER_BYTES);

    private NpyFileWriter(String path, OutputFile file, long expected) {
        this.path = path;
        this.file = file;
        this.expected = expected;
    }

    /**
     * Starts a file.
     *
     * @param header bytes before the data: the whole header, or none where an earlier part holds it
     * @param dataBytes bytes of the items that will follow
     */
    static NpyFileWriter create(Storage storage, String path, byte[] header, long dataBytes) throws IOException {
        long expected = Math.addExact(header.length, dataBytes);
        NpyFileWriter writer = new NpyFileWriter(path, storage.create(path), expected);
        writer.reserve(header.length).put(header);
        return writer;
    }

    /** The buffer, little-endian, with room for so many bytes from its position on; the caller advances the position. */
    ByteBuffer reserve(long bytes) throws IOException {
        if (lent.buffer().remaining() < bytes) {
            flush();
            if (lent.buffer().capacity() < bytes) {
                lent.close();
                lent = LentBuffer.of(Math.toIntExact(bytes));
            }
        }
        return lent.buffer();
    }

    private void flush() throws IOException {
        file.write(lent.buffer().flip());
        lent.buffer().clear();
    }

    WrittenFile finish() throws IOException {
        flush();
        if (file.bytes() != expected) {
            throw new IOException(String.format(
                    Locale.ROOT, "[%s] Expected to write %,d bytes, but wrote %,d", path, expected, file.bytes()));
        }
        return file.finish();
    }

    @Override
    public void close() throws IOException {
        lent.close();
        file.close();
    }
}
