package io.cropmill.crop.parquet;

import io.cropmill.crop.CropException;
import io.cropmill.crop.parquet.RowRuns.RowRun;
import io.cropmill.parquet.ParquetFile.RowGroup;
import io.cropmill.text.Figures;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one file that belong to a recording, as the listing found them: plain data that goes to the task that opens the
 * recording, so that the column of recordings is read once, however many recordings share the file.
 *
 * <pre>
 * each run: 2 x rows + 1 if in another group than the run before | that group's index, if so | rows passed in the group
 * </pre>
 *
 * <p>The numbers are seven bits a byte, lowest first: rows scattered one by one over a file take some four bytes each. Of
 * a recording with more than {@link #MOST_BYTES} of them only the number of rows is kept, and its rows are found again.
 * Immutable.
 */
public final class FoundRows implements Serializable {
    /**
     * That a recording's runs may take: a task's thousand recordings stay below Spark's 128 MB for a message, and of the
     * recordings with more, at least 10,000 runs each, a file has few.
     */
    static final int MOST_BYTES = 1 << 16;

    private static final long serialVersionUID = 1L;
    private static final int DIGIT_BITS = 7;
    private static final int DIGIT = (1 << DIGIT_BITS) - 1;

    private final long rows;
    private final byte[] packed;

    private FoundRows(long rows, byte[] packed) {
        this.rows = rows;
        this.packed = packed;
    }

    /** Packs the runs of a file, in its order. For one thread. */
    static final class Packing {
        private static final int MOST_BYTES_A_RUN = 3 * (Long.SIZE / DIGIT_BITS + 1);

        private byte[] packed = new byte[MOST_BYTES_A_RUN];
        private int filled;
        private long rows;
        private int group = -1;
        private long end;

        /** One more run. */
        void add(RowGroup in, long start, long count) {
            rows = Math.addExact(rows, count);
            if (filled > MOST_BYTES) {
                packed = new byte[0];
                return;
            }
            if (packed.length - filled < MOST_BYTES_A_RUN) {
                packed = Arrays.copyOf(packed, 2 * packed.length);
            }
            boolean isOther = in.index() != group;
            put(Math.multiplyExact(count, 2) + (isOther ? 1 : 0));
            if (isOther) {
                group = in.index();
                end = 0;
                put(group);
            }
            put(start - end);
            end = start + count;
        }

        private void put(long number) {
            long left = number;
            for (; left > DIGIT; left >>>= DIGIT_BITS) {
                packed[filled++] = (byte) (left | ~DIGIT);
            }
            packed[filled++] = (byte) left;
        }

        FoundRows done() {
            return new FoundRows(rows, filled > MOST_BYTES ? new byte[0] : Arrays.copyOf(packed, filled));
        }
    }

    /** Of a recording in several files, the runs of the first files, as far as the bound goes. */
    public static List<FoundRows> bounded(List<FoundRows> files) {
        List<FoundRows> bounded = new ArrayList<>();
        long bytes = 0;
        for (FoundRows file : files) {
            boolean fits = bytes + file.packed.length <= MOST_BYTES;
            bounded.add(fits ? file : file.withoutRuns());
            bytes += fits ? file.packed.length : 0;
        }
        return List.copyOf(bounded);
    }

    /** That the runs take; none where they must be found again. */
    public int bytes() {
        return packed.length;
    }

    /** The number of rows alone. */
    public FoundRows withoutRuns() {
        return new FoundRows(rows, new byte[0]);
    }

    /** How many there are, at least one. */
    public long rows() {
        return rows;
    }

    /** False where they must be found again. */
    boolean areKept() {
        return packed.length > 0;
    }

    /**
     * The runs, if they are kept.
     *
     * @param file name of the file in errors
     * @param groups row groups of the file
     * @param index index of the file among the recording's
     */
    List<RowRun> in(String file, List<RowGroup> groups, int index) throws CropException {
        List<RowRun> runs = new ArrayList<>();
        int group = 0;
        long end = 0;
        for (int[] place = {0}; place[0] < packed.length; ) {
            long head = next(place);
            if ((head & 1) == 1) {
                group = Math.toIntExact(next(place));
                end = 0;
            }
            long start = end + next(place);
            long count = head >>> 1;
            end = start + count;
            runs.add(new RowRun(index, group(file, groups, group, end), start, count));
        }
        return runs;
    }

    private static RowGroup group(String file, List<RowGroup> groups, int index, long end) throws CropException {
        long rows = index < groups.size() ? groups.get(index).rows() : 0;
        if (end > rows) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %s or more in row group %,d, as when the run began, but found %,d; it is being"
                            + " written to: run again when it is complete",
                    file,
                    Figures.counted(end, "row"),
                    index,
                    rows));
        }
        return groups.get(index);
    }

    private long next(int[] place) {
        long number = 0;
        for (int shift = 0; ; shift += DIGIT_BITS) {
            byte digit = packed[place[0]++];
            number |= (long) (digit & DIGIT) << shift;
            if (digit >= 0) {
                return number;
            }
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FoundRows found && rows == found.rows && Arrays.equals(packed, found.packed);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(packed);
    }

    @Override
    public String toString() {
        return rows + " rows";
    }
}
