package io.cropmill.crop.parquet;

import io.cropmill.parquet.ParquetFile.RowGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows of a recording as runs of row groups, in row order. Immutable. */
final class RowRuns {
    private final List<RowRun> runs;
    private final long[] firstRows;

    RowRuns(List<RowRun> runs) {
        this.runs = List.copyOf(runs);
        this.firstRows = new long[runs.size() + 1];
        for (int run = 0; run < runs.size(); run++) {
            firstRows[run + 1] = Math.addExact(firstRows[run], runs.get(run).rows());
        }
    }

    /** Rows of the recording. */
    long rows() {
        return firstRows[runs.size()];
    }

    /** True if the runs stand as they do in the files. */
    boolean isInFileOrder() {
        for (int run = 1; run < runs.size(); run++) {
            if (!runs.get(run - 1).isBefore(runs.get(run))) {
                return false;
            }
        }
        return true;
    }

    /** Bytes of a row before compression, on average. */
    long rowBytes() {
        double bytes = 0;
        for (RowRun run : runs) {
            bytes += (double) run.group().bytes() * run.rows() / run.group().rows();
        }
        return rows() == 0 ? 0 : Math.round(bytes / rows());
    }

    List<RowRun> all() {
        return runs;
    }

    /** Runs of the rows from {@code firstRow} to before {@code endRow}. */
    List<RowRun> between(long firstRow, long endRow) {
        List<RowRun> found = new ArrayList<>();
        for (int run = 0; run < runs.size(); run++) {
            long from = Math.max(firstRow, firstRows[run]);
            long to = Math.min(endRow, firstRows[run + 1]);
            if (from < to) {
                found.add(runs.get(run).from(from - firstRows[run]).first(to - from));
            }
        }
        return found;
    }

    /**
     * The first row of the {@code part}-th of {@code of} parts: where a run begins, so that no two tasks read one row
     * group, unless the runs are longer than the parts.
     */
    long cut(int part, int of) {
        long rows = rows();
        long even = rows / of * part + rows % of * part / of;
        if (part == 0 || part == of) {
            return even;
        }
        long reach = Math.max(0, rows / of / 2 - 1);
        int after = Arrays.binarySearch(firstRows, even);
        int next = after >= 0 ? after : -after - 1;
        long above = firstRows[Math.min(next, runs.size())];
        long below = firstRows[Math.max(0, next - 1)];
        long nearest = above - even <= even - below ? above : below;
        return Math.abs(nearest - even) <= reach ? nearest : even;
    }

    /**
     * Consecutive rows of one row group.
     *
     * @param file index among the recording's files
     * @param start first row within the group
     * @param rows number of rows, at least one
     */
    record RowRun(int file, RowGroup group, long start, long rows) {
        /** The run without its first rows. */
        RowRun from(long skipped) {
            return new RowRun(file, group, start + skipped, rows - skipped);
        }

        /** The first rows of the run. */
        RowRun first(long count) {
            return new RowRun(file, group, start, count);
        }

        /** True if this run stands before another in the files. */
        boolean isBefore(RowRun next) {
            return file < next.file
                    || (file == next.file
                            && (group.index() < next.group.index()
                                    || (group.equals(next.group) && start + rows <= next.start)));
        }

        /** True if another run of the same group begins where this one ends. */
        boolean endsAt(RowRun next) {
            return file == next.file && group.equals(next.group) && start + rows == next.start;
        }
    }
}
