package io.cropmill.crop;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.apache.arrow.memory.BufferAllocator;

/** One opened recording. For one thread; closing it ends its readers. */
public interface Recording extends Closeable {
    CropSchema schema();

    /** What a row of a padded file is made of; nothing for all other sources. */
    default Optional<PaddedRow> paddedRow() {
        return Optional.empty();
    }

    /** Points that each row has room for; nothing where rows are as long as their crops, or where it is not known. */
    default OptionalLong slots() {
        return OptionalLong.empty();
    }

    /** Fields of the source that are in no batch, each with its type: {@code comment (text)}; padding is none. */
    default List<LeftOutField> leftOut() {
        return List.of();
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

    /** Takes, for each row, how many points it holds and how many it had before an earlier cap. */
    interface EachCount {
        void add(long held, long source);
    }

    /** As {@link #counts}, with the counts before earlier caps: the same numbers for all but ragged pairs. */
    default void sourceCounts(long firstRow, long endRow, EachCount each) throws IOException {
        counts(firstRow, endRow, count -> each.add(count, count));
    }

    /** The seed, unsigned, with which crops that lost points were drawn; nothing where it is not known. */
    default OptionalLong drawSeed() {
        return OptionalLong.empty();
    }

    /**
     * Reads the rows from {@code firstRow} to before {@code endRow}.
     *
     * @param allocator owns the batches' memory
     * @param batchBytes bytes of the source: the row that reaches them is the last one of its batch, or the first of the next
     */
    CropReader read(long firstRow, long endRow, BufferAllocator allocator, long batchBytes) throws IOException;

    /** As the other, with memory that belongs to the reader: batches must be closed before it. */
    default CropReader read(long firstRow, long endRow, long batchBytes) throws IOException {
        return OwnMemoryReader.of(this, firstRow, endRow, batchBytes);
    }
}
