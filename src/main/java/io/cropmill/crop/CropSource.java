package io.cropmill.crop;

import io.cropmill.parquet.GrowingBytes;
import java.io.Closeable;
import java.io.IOException;

/** A crop field of one row group, read row by row. For one thread. */
interface CropSource extends Closeable {
    /** Appends the values of the next rows. */
    void read(int rows, GrowingBytes target) throws IOException;

    /** Passes rows. */
    void skip(long rows) throws IOException;
}
