package io.cropmill.crop;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.apache.arrow.memory.BufferAllocator;

/** One opened recording. For one thread; closing it ends its readers. */
public interface Recording extends Closeable {
    CropSchema schema();

    /** What a row of a padded file is made of; nothing for all other sources. */
    default Optional<PaddedRow> paddedRow() {
        return Optional.empty();
    }

    /** Number of crops. */
    long rows();

    /**
     * Where the recording is best cut into {@code of} runs of rows: the first row of the {@code part}-th; 0 for part 0,
     * {@link #rows()} for part {@code of}.
     */
    default long cut(int part, int of) {
        // rows * part / of without overflow: whole shares first, then the remainder's.
        return rows() / of * part + rows() % of * part / of;
    }

    /** Gives the point count of each row from {@code firstRow} to before {@code endRow} in order, without reading points. */
    void counts(long firstRow, long endRow, LongConsumer eachCount) throws IOException;

    /**
     * Reads the rows from {@code firstRow} to before {@code endRow}.
     *
     * @param allocator owns the batches' memory
     * @param batchBytes most source bytes in one batch; a batch holds one row at least
     */
    CropReader read(long firstRow, long endRow, BufferAllocator allocator, long batchBytes) throws IOException;
}
