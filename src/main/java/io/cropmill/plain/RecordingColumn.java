package io.cropmill.plain;

import io.cropmill.plain.ParquetRows.GroupRun;
import io.cropmill.storage.FileEntry;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rows of Parquet files belong to which recording, by the column that says so. Remembers the files that were read
 * last, for recordings that share them are asked for one after the other. Safe for threads.
 */
final class RecordingColumn {
    /** Of what is remembered: some eight million rows that are scattered one by one. */
    private static final long MOST_BYTES = 32L << 20;

    private final Map<Column, RowIndex> remembered = new LinkedHashMap<>();
    private long bytes;

    private record Column(FileEntry file, String field) {}

    /** Rows of a file whose column has a value; their file is number {@code index}. */
    synchronized List<GroupRun> rows(OpenParquet files, int index, String field, String value) throws IOException {
        Column column = new Column(files.file(index), field);
        RowIndex found = remembered.get(column);
        if (found == null) {
            found = RowIndex.read(files, index, field, value, MOST_BYTES);
            remember(column, found);
        }
        return found.runs(index, value);
    }

    /** Where there is too much, what was read first is forgotten; a file with too much of its own is read again. */
    private void remember(Column column, RowIndex index) {
        if (!index.isWhole()) {
            return;
        }
        Iterator<RowIndex> oldest = remembered.values().iterator();
        while (bytes + index.bytes() > MOST_BYTES && oldest.hasNext()) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
        remembered.put(column, index);
        bytes += index.bytes();
    }
}
