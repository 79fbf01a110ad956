package io.cropmill.crop.parquet;

import io.cropmill.crop.CropException;
import io.cropmill.crop.parquet.RowRuns.RowRun;
import io.cropmill.npy.ScalarType;
import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.PageMemory;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.parquet.ParquetFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Puts the rows of a recording in the order of a column, rows with the same number in file order. It takes some 30 bytes a
 * row while it sorts.
 */
final class RowOrder {
    private static final int FIRST_ROWS = 1 << 12;
    private static final int MOST_ROWS = Integer.MAX_VALUE - 8;

    private final List<ParquetFile> files;
    private final String field;
    private final BufferAllocator allocator;
    /** Grows with the rows that are read, not with the number that the file declares. */
    private long[] keys = new long[FIRST_ROWS];

    private int filled;

    private RowOrder(List<ParquetFile> files, String field, BufferAllocator allocator) {
        this.files = files;
        this.field = field;
        this.allocator = allocator;
    }

    /** The runs in that order; as they are if no field is named, or if they have it already. */
    static List<RowRun> of(List<ParquetFile> files, List<RowRun> runs, String field, BufferAllocator allocator)
            throws IOException {
        return field.isEmpty() ? runs : new RowOrder(files, field, allocator).ordered(runs);
    }

    private List<RowRun> ordered(List<RowRun> runs) throws IOException {
        RowRuns rows = new RowRuns(runs);
        requireOrderable(rows.rows());
        for (RowRun run : runs) {
            readKeys(run);
        }
        keys = Arrays.copyOf(keys, filled);
        boolean isSorted = true;
        for (int row = 1; row < keys.length; row++) {
            isSorted &= keys[row - 1] <= keys[row];
        }
        return isSorted ? runs : coalesced(runs, sorted(keys));
    }

    private static Integer[] sorted(long[] keys) {
        Integer[] order = new Integer[keys.length];
        Arrays.setAll(order, row -> row);
        Arrays.sort(order, Comparator.comparingLong(row -> keys[row]));
        return order;
    }

    private void requireOrderable(long rows) throws CropException {
        if (rows > MOST_ROWS) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected at most %,d rows to put in the order of '%s', but found %,d",
                    files.get(0).name(),
                    MOST_ROWS,
                    field,
                    rows));
        }
    }

    private void readKeys(RowRun run) throws IOException {
        ParquetFile file = files.get(run.file());
        ParquetColumn column = file.column(field)
                .orElseThrow(() -> new CropException("[" + file.name() + "] Expected a column '" + field
                        + "' that gives the order of rows, but found none; name it with source.order-field"));
        if (column.nesting() > 0
                || !(column.type() instanceof Numbers numbers)
                || numbers.bytes() == Short.BYTES && numbers.dtype().kind() == ScalarType.ScalarKind.FLOAT) {
            throw new CropException("[" + file.name() + "] Expected column '" + field
                    + "' to hold one number a row, to give the order of rows, but found " + column);
        }
        try (PageMemory memory = new PageMemory(allocator);
                ColumnReader reader = file.read(column, run.group(), memory)) {
            reader.skip(run.start());
            NumberColumnReader values = new NumberColumnReader(reader, numbers.dtype(), run.rows(), allocator);
            for (long row = 0; row < run.rows(); row++) {
                long key = key(numbers.dtype(), values.next());
                if (filled == keys.length) {
                    keys = Arrays.copyOf(keys, (int) Math.min(2L * filled, MOST_ROWS));
                }
                keys[filled++] = key;
            }
        }
        if (files.size() > 1) {
            file.release();
        }
    }

    /** A number whose signed order is that of the values; NaN and NaT are the largest, and no zero is below another. */
    static long key(ScalarType type, long bits) {
        return switch (type.kind()) {
            case FLOAT -> {
                double value = type.itemSize() == Float.BYTES
                        ? Float.intBitsToFloat((int) bits)
                        : Double.longBitsToDouble(bits);
                long ordered = Double.doubleToLongBits(value == 0 ? 0.0 : value);
                yield ordered >= 0 ? ordered : Long.MIN_VALUE - ordered - 1;
            }
            case UINT -> bits ^ (type.itemSize() == Long.BYTES ? Long.MIN_VALUE : 0);
            case DATETIME, TIMEDELTA -> bits == Long.MIN_VALUE ? Long.MAX_VALUE : bits;
            case BOOL, INT, COMPLEX, BYTES, TEXT, VOID -> bits;
        };
    }

    private static List<RowRun> coalesced(List<RowRun> runs, Integer[] order) {
        long[] firsts = new long[runs.size()];
        for (int run = 1; run < firsts.length; run++) {
            firsts[run] = firsts[run - 1] + runs.get(run - 1).rows();
        }
        List<RowRun> ordered = new ArrayList<>();
        for (int row : order) {
            int found = Arrays.binarySearch(firsts, row);
            int run = found >= 0 ? found : -found - 2;
            RowRun one = runs.get(run).from(row - firsts[run]).first(1);
            int last = ordered.size() - 1;
            if (last >= 0 && ordered.get(last).endsAt(one)) {
                ordered.set(last, ordered.get(last).first(ordered.get(last).rows() + 1));
            } else {
                ordered.add(one);
            }
        }
        return ordered;
    }
}
