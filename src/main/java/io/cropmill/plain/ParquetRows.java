package io.cropmill.plain;

import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The rows of a recording in their order, as runs of rows that stand together in a row group. */
final class ParquetRows {
    private static final int MOST_ORDERED = Integer.MAX_VALUE - Long.BYTES;

    private final List<GroupRun> runs;
    private final long[] firstRows;

    /**
     * Rows of a row group that stand together.
     *
     * @param start first row within the group
     */
    record GroupRun(int file, int group, long start, long rows) {
        private static final Comparator<GroupRun> IN_FILES = Comparator.comparingInt(GroupRun::file)
                .thenComparingInt(GroupRun::group)
                .thenComparingLong(GroupRun::start);

        /** One row of it. */
        GroupRun row(long index) {
            return new GroupRun(file, group, start + index, 1);
        }

        private boolean isFollowedBy(GroupRun next) {
            return file == next.file && group == next.group && start + rows == next.start;
        }
    }

    private ParquetRows(List<GroupRun> runs) {
        this.runs = List.copyOf(runs);
        this.firstRows = new long[runs.size() + 1];
        for (int run = 0; run < firstRows.length - 1; run++) {
            firstRows[run + 1] = Math.addExact(firstRows[run], runs.get(run).rows());
        }
    }

    /** Finds the rows of a recording by reading the columns that say which and in which order. */
    static ParquetRows of(OpenParquet files, ParquetOrigin.RecordingRows wanted, RecordingColumn recordings)
            throws IOException {
        List<GroupRun> runs = new ArrayList<>();
        for (int file = 0; file < files.count(); file++) {
            if (wanted.field().isEmpty()) {
                ParquetFooter footer = files.footer(file);
                for (int group = 0; group < footer.groups().size(); group++) {
                    if (footer.rows(group) > 0) {
                        runs.add(new GroupRun(file, group, 0, footer.rows(group)));
                    }
                }
            } else {
                runs.addAll(recordings.rows(files, file, wanted.field(), wanted.value()));
            }
        }
        ParquetRows rows = new ParquetRows(runs);
        return wanted.orderField().isEmpty() ? rows : rows.ordered(files, wanted.orderField());
    }

    long count() {
        return firstRows[runs.size()];
    }

    /** Where runs of rows that are read together begin, and where the last ends. */
    long[] starts() {
        return firstRows.clone();
    }

    /** All rows, in their order. */
    List<GroupRun> runs() {
        return runs;
    }

    /** All rows as they stand in the files. */
    List<GroupRun> inFiles() {
        return runs.stream().sorted(GroupRun.IN_FILES).toList();
    }

    /** Where a row stands, as a run of that row alone. */
    GroupRun row(long row) {
        int found = Arrays.binarySearch(firstRows, row);
        int run = found >= 0 ? found : -found - 2;
        return runs.get(run).row(row - firstRows[run]);
    }

    /** True if the rows stand in the files as they follow each other. */
    boolean areInFileOrder() {
        for (int run = 1; run < runs.size(); run++) {
            if (GroupRun.IN_FILES.compare(runs.get(run - 1), runs.get(run)) > 0) {
                return false;
            }
        }
        return true;
    }

    /** Places of some rows, in the order in which they stand in the files. */
    List<Long> inFileOrder(long first, long end) {
        List<Long> rows = new ArrayList<>();
        for (long row = first; row < end; row++) {
            rows.add(row);
        }
        rows.sort((one, other) -> GroupRun.IN_FILES.compare(row(one), row(other)));
        return rows;
    }

    /** By the values of a column, smallest first; rows of one value as they were. */
    private ParquetRows ordered(OpenParquet files, String field) throws IOException {
        if (count() > MOST_ORDERED) {
            throw PlainException.of(
                    files.path(0),
                    "at most " + Figures.count(MOST_ORDERED) + " rows to put in the order of '" + field + "'",
                    Figures.count(count()));
        }
        List<GroupRun> sorted = new ArrayList<>();
        for (int row : sorted(keys(files, field))) {
            GroupRun one = row(row);
            int last = sorted.size() - 1;
            if (last >= 0 && sorted.get(last).isFollowedBy(one)) {
                GroupRun before = sorted.get(last);
                sorted.set(last, new GroupRun(before.file(), before.group(), before.start(), before.rows() + 1));
            } else {
                sorted.add(one);
            }
        }
        return new ParquetRows(sorted);
    }

    private long[] keys(OpenParquet files, String field) throws IOException {
        long[] keys = new long[(int) count()];
        int filled = 0;
        try (OpenColumns columns = new OpenColumns(files)) {
            for (GroupRun run : runs) {
                SourceColumn column = files.column(run.file(), field);
                if (column == null
                        || column.lists() > 0
                        || !column.isNumbers()
                        || column.scalar().equals("<f2")) {
                    throw new PlainException("[" + files.path(run.file()) + "] Expected column '" + field
                            + "' to hold one number a row, to give the order of rows, but found "
                            + (column == null ? "none" : column));
                }
                for (long row = 0; row < run.rows(); row++) {
                    long number = columns.read(run.row(row), column).number();
                    keys[filled++] = key(column.scalar(), number);
                }
            }
        }
        return keys;
    }

    /** Places of the keys, smallest first and equal ones as they stand: merged runs of 1, 2, 4 and more. */
    private static int[] sorted(long[] keys) {
        int[] from = new int[keys.length];
        int[] to = new int[keys.length];
        Arrays.setAll(from, place -> place);
        for (long width = 1; width < keys.length; width *= 2) {
            for (long start = 0; start < keys.length; start += 2 * width) {
                int middle = (int) Math.min(keys.length, start + width);
                int end = (int) Math.min(keys.length, start + 2 * width);
                int left = (int) start;
                int right = middle;
                for (int at = left; at < end; at++) {
                    boolean isLeft = left < middle && (right == end || keys[from[left]] <= keys[from[right]]);
                    to[at] = isLeft ? from[left++] : from[right++];
                }
            }
            int[] sorted = to;
            to = from;
            from = sorted;
        }
        return from;
    }

    /** A number whose order is that of the values: NaN and NaT behind all others, both zeros alike. */
    private static long key(String scalar, long bits) {
        return switch (scalar.charAt(1)) {
            case 'f' -> {
                double value = scalar.equals("<f4") ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
                long ordered = Double.doubleToLongBits(value == 0 ? 0.0 : value);
                yield ordered >= 0 ? ordered : Long.MIN_VALUE - ordered - 1;
            }
            case 'u' -> scalar.equals("<u8") ? bits + Long.MIN_VALUE : bits;
            case 'M' -> bits == Long.MIN_VALUE ? Long.MAX_VALUE : bits;
            default -> bits;
        };
    }
}
