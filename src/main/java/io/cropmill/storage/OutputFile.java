package io.cropmill.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * A file being written under a private, hidden name. {@link #finish()} publishes it; {@link #close()} without
 * {@code finish()} discards it. Not safe for threads.
 */
public interface OutputFile extends WritableByteChannel {
    /** Writes all that remains in the buffer. */
    @Override
    int write(ByteBuffer source) throws IOException;

    /** Bytes written so far. */
    long bytes();

    /**
     * Syncs the bytes to disk and gives the file its name, without ever replacing a file that is there already: if
     * another attempt has published the same bytes under that name, this one is discarded and the call succeeds; if the
     * bytes differ, it fails.
     */
    WrittenFile finish() throws IOException;

    @Override
    void close() throws IOException;
}
