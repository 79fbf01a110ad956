package io.cropmill.crop;

import io.cropmill.parquet.GrowingBytes;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A point field of one row group, read row by row. For one thread. */
interface PointSource extends Closeable {
    /**
     * Reads the next row.
     *
     * @param most points to append to the target; the rest is passed
     * @param target not used where {@code most} is 0
     * @return points that the row holds
     */
    long points(long most, @Nullable GrowingBytes target) throws IOException;

    /** Passes rows. */
    void skip(long rows) throws IOException;
}
