package io.cropmill.crop;

import io.cropmill.npy.NpyReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Where a plain array's point counts come from. For one thread. */
interface PlainCounts extends Closeable {
    /** True if the rows themselves must be read to count their points. */
    boolean needsRows();

    /** Takes up the array whose points are to be counted, and refuses one of another number of rows. */
    void begin(OpenPlainArray array) throws CropException;

    /** A plain array that can be read. */
    record OpenPlainArray(String file, NpyReader reader, PlainLayout layout) {}

    /**
     * The count of a row.
     *
     * @param rows buffer that holds the row's values as they are in the file
     * @param offset of the row in it
     */
    long count(long row, ByteBuffer rows, int offset, PlainLayout layout) throws IOException;

    /** A count as the number that it stands for, for a message. */
    default Number value(long count) {
        return count;
    }
}
