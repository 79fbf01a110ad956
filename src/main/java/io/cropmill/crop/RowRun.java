package io.cropmill.crop;

import io.cropmill.parquet.RowGroup;

/**
 * Consecutive rows of one row group.
 *
 * @param file index among the recording's files
 * @param start first row within the group
 * @param rows how many, at least one
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
