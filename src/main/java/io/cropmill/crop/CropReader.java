package io.cropmill.crop;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Reads a run of rows of one recording, batch by batch, in row order. For one thread. */
public interface CropReader extends Closeable {
    /** The next batch, owned by the caller, or nothing at the end. A batch is never empty. */
    Optional<CropBatch> next() throws IOException;
}
