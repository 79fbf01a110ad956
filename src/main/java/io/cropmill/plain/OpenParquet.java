package io.cropmill.plain;

import io.cropmill.storage.FileEntry;
import io.cropmill.text.Figures;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Parquet files of a recording, of which one at a time is open. For one thread. */
final class OpenParquet implements Closeable {
    private final PlainFolder folder;
    private final List<FileEntry> files;
    private int current = -1;
    private @Nullable PlainBytes bytes;
    private @Nullable ParquetFooter footer;
    private List<SourceColumn> columns = List.of();

    OpenParquet(PlainFolder folder, List<FileEntry> files) {
        this.folder = folder;
        this.files = files;
    }

    int count() {
        return files.size();
    }

    FileEntry file(int index) {
        return files.get(index);
    }

    String path(int index) {
        return files.get(index).path();
    }

    /** What a file's footer says. */
    ParquetFooter footer(int index) throws IOException {
        if (index == current && footer != null) {
            return footer;
        }
        close();
        PlainBytes opened = folder.open(path(index));
        bytes = opened;
        if (opened.length() != files.get(index).bytes()) {
            throw PlainException.of(
                    path(index),
                    "the " + Figures.counted(files.get(index).bytes(), "byte")
                            + " that the file had when it was listed",
                    Figures.count(opened.length()));
        }
        ParquetFooter found = ParquetFooter.read(opened);
        List<SourceColumn> all = new ArrayList<>();
        for (int field = 0; field < found.schema().getFieldCount(); field++) {
            all.add(SourceColumn.of(found.schema(), field));
        }
        columns = List.copyOf(all);
        footer = found;
        current = index;
        return found;
    }

    /** The columns of a file, in its order. */
    List<SourceColumn> columns(int index) throws IOException {
        footer(index);
        return columns;
    }

    /** The column of a name; null if there is none. */
    @Nullable
    SourceColumn column(int index, String name) throws IOException {
        for (SourceColumn column : columns(index)) {
            if (column.name().equals(name)) {
                return column;
            }
        }
        return null;
    }

    /** The rows of a column of a row group; the file stays open until another is asked for. */
    ColumnRecords records(int index, int group, String name) throws IOException {
        ParquetFooter found = footer(index);
        SourceColumn column = column(index, name);
        if (column == null || bytes == null) {
            throw new PlainException("[" + path(index) + "] Expected a column '" + name + "', but found none");
        }
        return new ColumnRecords(bytes, found, group, column);
    }

    @Override
    public void close() throws IOException {
        PlainBytes closing = bytes;
        bytes = null;
        footer = null;
        current = -1;
        if (closing != null) {
            closing.close();
        }
    }
}
