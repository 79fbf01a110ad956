package io.cropmill.plain;

import io.cropmill.plain.ParquetRows.Run;
import io.cropmill.storage.FileEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a Parquet file belong to which recording, by the column that says so. Remembers the file that was read
 * last, for its recordings are mostly asked for one after the other. Safe for threads.
 */
final class RecordingColumn {
    /** Of rows that stand together; a file with more of them is read again for each recording. */
    private static final int MOST_RUNS = 1 << 18;

    private @Nullable FileEntry read;
    private String readField = "";
    private Map<String, List<Run>> remembered = Map.of();

    /** Rows of a file whose column has a value; their file is number {@code index}. */
    synchronized List<Run> rows(OpenParquet files, int index, String field, String value) throws IOException {
        if (!files.file(index).equals(read) || !readField.equals(field)) {
            Map<String, List<Run>> all = new HashMap<>();
            List<Run> found = new ArrayList<>();
            boolean isWhole = read(files, index, field, value, all, found);
            remembered = isWhole ? all : Map.of();
            read = isWhole ? files.file(index) : null;
            readField = field;
            return found;
        }
        List<Run> found = new ArrayList<>();
        for (Run run : remembered.getOrDefault(value, List.of())) {
            found.add(new Run(index, run.group(), run.start(), run.rows()));
        }
        return found;
    }

    /** Reads the column; false if there is more than is worth remembering. */
    private static boolean read(
            OpenParquet files, int index, String field, String value, Map<String, List<Run>> all, List<Run> found)
            throws IOException {
        SourceColumn column = files.column(index, field);
        boolean isText = column != null && column.kind() == SourceColumn.Kind.CELL && column.lists() == 0;
        if (column == null || !isText && !column.isWhole()) {
            throw new PlainException("[" + files.path(index) + "] Expected column '" + field
                    + "', which says which recording a row belongs to, to hold text or whole numbers, but found "
                    + (column == null ? "none" : column));
        }
        int runs = 0;
        ParquetFooter footer = files.footer(index);
        for (int group = 0; group < footer.groups().size(); group++) {
            try (ColumnRecords records = files.records(index, group, field)) {
                String current = "";
                long start = 0;
                long rows = footer.rows(group);
                for (long row = 0; row <= rows; row++) {
                    String text = row == rows ? "" : text(records.read(), column);
                    if (row > 0 && (row == rows || !text.equals(current))) {
                        Run run = new Run(index, group, start, row - start);
                        if (current.equals(value)) {
                            found.add(run);
                        }
                        if (++runs <= MOST_RUNS) {
                            all.computeIfAbsent(current, first -> new ArrayList<>())
                                    .add(run);
                        }
                        start = row;
                    }
                    current = text;
                }
            }
        }
        return runs <= MOST_RUNS;
    }

    private static String text(RowValues values, SourceColumn column) {
        if (column.kind() == SourceColumn.Kind.CELL) {
            return new String(values.bytes(), StandardCharsets.UTF_8);
        }
        boolean isUnsigned = column.scalar().charAt(1) == 'u';
        return isUnsigned ? Long.toUnsignedString(values.number()) : Long.toString(values.number());
    }
}
