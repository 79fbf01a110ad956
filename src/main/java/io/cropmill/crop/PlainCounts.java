package io.cropmill.crop;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Where a plain array's point counts come from. For one thread. */
interface PlainCounts extends Closeable {
    /** True if the rows themselves must be read to count their points. */
    boolean needsRows();

    /** Refuses an array of another number of rows. */
    void requireRows(String array, long rows) throws CropException;

    /**
     * The count of a row.
     *
     * @param rows buffer that holds the row's values as they are in the file
     * @param offset of the row in it
     */
    long count(long row, ByteBuffer rows, int offset, PlainLayout layout) throws IOException;
}
