package io.cropmill.plain;

import io.cropmill.plain.ParquetRows.GroupRun;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Columns of one row group at a time, each at a row of its own: rows that are read as they stand in the files are decoded
 * once, however many lie between them. Going back opens a column anew. For one thread.
 */
final class OpenColumns implements Closeable {
    private final OpenParquet files;
    private final Map<String, ColumnRecords> opened = new HashMap<>();
    private int file = -1;
    private int group = -1;

    OpenColumns(OpenParquet files) {
        this.files = files;
    }

    /** The values of a column in the first row of a run, good until the next of that column. */
    RowValues read(GroupRun at, SourceColumn column) throws IOException {
        if (at.file() != file || at.group() != group) {
            close();
            file = at.file();
            group = at.group();
        }
        ColumnRecords records = opened.get(column.name());
        if (records != null && records.row() > at.start()) {
            records.close();
            records = null;
        }
        if (records == null) {
            records = files.records(file, group, column.name());
            opened.put(column.name(), records);
        }
        records.seek(at.start());
        return records.read();
    }

    @Override
    public void close() {
        opened.values().forEach(ColumnRecords::close);
        opened.clear();
    }
}
