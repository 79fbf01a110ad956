package io.cropmill.plain;

import io.cropmill.crop.LeftOutField;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * A recording of the source, row by row, read by nothing that a rebuild reads with. For one thread. What is wrong with a
 * file is a {@link PlainException}.
 */
public interface PlainReader extends Closeable {
    /** Fields of a point, in the order of the points file; each describes one point's value. */
    List<PlainField> pointFields();

    /** Fields of a crop, in the order of the metadata. */
    List<PlainField> cropFields();

    /** Fields of the source that are in no crop, each with its type: {@code comment (text)}; padding is none. */
    default List<LeftOutField> leftOut() {
        return List.of();
    }

    /** Rows of the recording. */
    long rows();

    /** Point slots that every row reserves; 0 if nothing is padded. */
    int capacity();

    /**
     * Where the recording is best cut into {@code of} runs of rows: the first row of the {@code part}-th; 0 for part 0,
     * {@link #rows()} for part {@code of}, and never less than the part before.
     */
    default long cut(int part, int of) {
        // rows * part / of without overflow: whole shares first, then the remainder's.
        return rows() / of * part + rows() % of * part / of;
    }

    /** Points that a row has room for, with or without its padding; 0 if rows have no common capacity. */
    default long slots() {
        return capacity();
    }

    /** Point slots of a row that {@link #next} gave, with its padding. */
    default int slotsOf(PlainCrop crop) {
        return Math.max(capacity(), crop.count());
    }

    /** Makes {@link #next} give a row, from 0 to {@link #rows}. */
    void seek(long row) throws IOException;

    /** The next row; it may be overwritten by the next call. */
    PlainCrop next() throws IOException;

    /** The real points of the next row alone; goes on to the row behind it. */
    int nextCount() throws IOException;

    /**
     * Of the row that {@link #nextCount} counted last: points that it had before it was cut to a cap earlier.
     *
     * @param count number that it counted
     */
    default int lastSourceCount(int count) {
        return count;
    }
}
