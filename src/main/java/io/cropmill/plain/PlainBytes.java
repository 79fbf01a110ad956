package io.cropmill.plain;

import io.cropmill.text.Figures;
import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;

/** An opened file, whose bytes can be read at any place; its length is that at opening. For one thread. */
abstract class PlainBytes implements Closeable {
    private final String path;
    private final long length;

    PlainBytes(String path, long length) {
        this.path = path;
        this.length = length;
    }

    /** Relative to the folder that it was opened in. */
    public final String path() {
        return path;
    }

    public final long length() {
        return length;
    }

    /** Reads exactly so many bytes; a file that ends before is a {@link PlainException}. */
    public final void read(long at, byte[] target, int from, int bytes) throws IOException {
        int done = 0;
        while (done < bytes) {
            int now = at + done >= length
                    ? -1
                    : readSome(at + done, target, from + done, (int) Math.min(bytes - done, length - at - done));
            if (now <= 0) {
                throw PlainException.of(
                        path,
                        Figures.counted(bytes - done, "more byte") + " at byte " + Figures.count(at + done),
                        "the end of the file: it became shorter while it was read");
            }
            done += now;
        }
    }

    /** Reads at least one byte and at most so many; less than one only where the file has no more. */
    abstract int readSome(long at, byte[] target, int from, int bytes) throws IOException;

    /**
     * Memory for rows of a file.
     *
     * @throws IOException naming the file, where the JVM has not so much
     */
    static byte[] memory(String path, long bytes) throws IOException {
        if (bytes > Integer.MAX_VALUE - Long.BYTES) {
            throw PlainException.of(
                    path,
                    "rows of at most " + Figures.count(Integer.MAX_VALUE - Long.BYTES) + " bytes",
                    Figures.count(bytes));
        }
        try {
            return new byte[(int) bytes];
        } catch (OutOfMemoryError e) {
            // One array that is too large is refused before anything is taken; the heap is as it was.
            // Not as the cause: Spark ends a JVM that reports it.
            throw new IOException(String.format(
                    Locale.ROOT,
                    "[%s] Cannot hold %,d bytes of rows at once: %s; give driver and executors more memory"
                            + " (--driver-memory, --executor-memory) or write rows of fewer points",
                    path,
                    bytes,
                    e.getMessage()));
        }
    }
}
