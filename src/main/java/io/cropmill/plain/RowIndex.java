package io.cropmill.plain;

import io.cropmill.plain.ParquetRows.GroupRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one Parquet file by the value of a column, packed: of each run of rows with one value in one row group the
 * rows passed since the run before and the rows, as numbers of seven bits a byte, lowest first. Rows whose value is null
 * belong to no recording.
 */
final class RowIndex {
    private static final int DIGIT_BITS = 7;
    private static final int DIGIT = (1 << DIGIT_BITS) - 1;
    /** Of a value in the map, beside its runs and its text. */
    private static final int VALUE_BYTES = 128;

    private final long[] firstRows;
    private final Map<String, Runs> byValue = new HashMap<>();
    private boolean isWhole = true;
    private long bytes;

    /** The runs of one value, and where the last ends. */
    private static final class Runs {
        private final ByteArrayOutputStream packed = new ByteArrayOutputStream(DIGIT_BITS);
        private long end;

        void add(long start, long rows) {
            put(start - end);
            put(rows);
            end = start + rows;
        }

        private void put(long number) {
            long left = number;
            for (; left > DIGIT; left >>>= DIGIT_BITS) {
                packed.write((int) left | ~DIGIT);
            }
            packed.write((int) left);
        }
    }

    private RowIndex(ParquetFooter footer) {
        this.firstRows = new long[footer.groups().size()];
        Arrays.setAll(firstRows, footer::firstRow);
    }

    /**
     * Reads the column of a file.
     *
     * @param value value whose rows are kept in any case
     * @param most largest number of bytes; if there are more, only the rows of that value are kept
     */
    static RowIndex read(OpenParquet files, int index, String field, String value, long most) throws IOException {
        SourceColumn column = files.column(index, field);
        boolean isText = column != null && column.kind() == SourceColumn.ColumnKind.CELL && column.lists() == 0;
        if (column == null || !isText && !column.isWhole()) {
            throw new PlainException("[" + files.path(index) + "] Expected column '" + field
                    + "', which says which recording a row belongs to, to hold text or whole numbers, but found "
                    + (column == null ? "none" : column));
        }
        ParquetFooter footer = files.footer(index);
        RowIndex rows = new RowIndex(footer);
        for (int group = 0; group < rows.firstRows.length; group++) {
            try (ColumnRecords records = files.records(index, group, field)) {
                rows.read(records, column, footer.firstRow(group), footer.rows(group), value, most);
            }
        }
        return rows;
    }

    private void read(ColumnRecords records, SourceColumn column, long firstRow, long rows, String value, long most)
            throws IOException {
        String current = null;
        long start = 0;
        for (long row = 0; row <= rows; row++) {
            String text = row == rows ? null : text(records.readUnlessNull(), column);
            boolean isEnd = row == rows || current == null || !current.equals(text);
            if (current != null && isEnd) {
                add(current, firstRow + start, row - start, value, most);
            }
            if (isEnd) {
                start = row;
                current = text;
            }
        }
    }

    private void add(String text, long start, long rows, String value, long most) {
        if (!isWhole && !text.equals(value)) {
            return;
        }
        Runs runs = byValue.get(text);
        if (runs == null) {
            runs = new Runs();
            byValue.put(text, runs);
            bytes += VALUE_BYTES + 2L * text.length();
        }
        int before = runs.packed.size();
        runs.add(start, rows);
        bytes += runs.packed.size() - before;
        if (bytes > most && isWhole) {
            isWhole = false;
            byValue.keySet().retainAll(Set.of(value));
        }
    }

    private static @Nullable String text(@Nullable RowValues values, SourceColumn column) {
        if (values == null) {
            return null;
        }
        if (column.kind() == SourceColumn.ColumnKind.CELL) {
            return new String(values.bytes(), StandardCharsets.UTF_8);
        }
        boolean isUnsigned = column.scalar().charAt(1) == 'u';
        return isUnsigned ? Long.toUnsignedString(values.number()) : Long.toString(values.number());
    }

    /** False where only the rows of the value that was wanted are known. */
    boolean isWhole() {
        return isWhole;
    }

    /** About how much memory it takes. */
    long bytes() {
        return bytes;
    }

    /** The runs of a value, in the order of the file, which is number {@code file}. */
    List<GroupRun> runs(int file, String value) {
        Runs runs = byValue.get(value);
        byte[] packed = runs == null ? new byte[0] : runs.packed.toByteArray();
        List<GroupRun> found = new ArrayList<>();
        long end = 0;
        int group = 0;
        for (int[] place = {0}; place[0] < packed.length; ) {
            long start = end + next(packed, place);
            long rows = next(packed, place);
            end = start + rows;
            while (group + 1 < firstRows.length && firstRows[group + 1] <= start) {
                group++;
            }
            found.add(new GroupRun(file, group, start - firstRows[group], rows));
        }
        return found;
    }

    private static long next(byte[] packed, int[] place) {
        long number = 0;
        for (int shift = 0; ; shift += DIGIT_BITS) {
            byte digit = packed[place[0]++];
            number |= (long) (digit & DIGIT) << shift;
            if (digit >= 0) {
                return number;
            }
        }
    }
}
