package io.cropmill.frame;

import java.io.Closeable;
import java.io.IOException;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/** Reads a slice of a file, batch by batch. For one thread. */
interface BatchReader extends Closeable {
    /** The next batch, which the caller must close, or nothing at the end. */
    @Nullable
    ColumnarBatch next() throws IOException;
}
