package io.cropmill.plain;

import io.cropmill.text.Figures;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one column of one row group row by row, by parquet-java's record assembly: a row is a record of a schema that has
 * this column alone, so that each column goes on by itself. For one thread.
 */
final class ColumnRecords implements Closeable {
    private final String file;
    private final SourceColumn column;
    private final long firstRow;
    private final long rows;
    private final PageCodecs codecs;
    private final ColumnPages pages;
    private final MessageColumnIO assembly;
    private final RowValues values;
    private @Nullable RecordReader<RowValues> records;
    private long row;

    ColumnRecords(PlainBytes bytes, ParquetFooter footer, int group, SourceColumn column) throws IOException {
        this.file = bytes.path();
        this.column = column;
        this.firstRow = footer.firstRow(group);
        this.rows = footer.rows(group);
        this.codecs = new PageCodecs(file);
        this.values = new RowValues(column);
        this.assembly = new ColumnIOFactory(footer.createdBy()).getColumnIO(column.schema());
        try {
            this.pages =
                    new ColumnPages(bytes, column.descriptor(), footer.chunk(group, column.descriptor()), rows, codecs);
        } catch (IOException | RuntimeException e) {
            codecs.close();
            throw e;
        }
    }

    /** The row of the group that comes next. */
    long row() {
        return row;
    }

    /** Goes on to a later row of the group; pages without rows that are wanted are passed. */
    void seek(long target) throws IOException {
        if (target > row && target >= pages.rowsBegun()) {
            row = pages.seek(target);
            records = null;
        }
        while (row < target) {
            read();
        }
    }

    /** The values of the next row, good until the one after. */
    RowValues read() throws IOException {
        RowValues read = readOrNull();
        if (read == null) {
            throw new PlainException(place() + ", but found null");
        }
        row++;
        return read;
    }

    /** As {@link #read}; nothing of a null row, which is passed. */
    @Nullable
    RowValues readUnlessNull() throws IOException {
        RowValues read = readOrNull();
        row++;
        return read;
    }

    private @Nullable RowValues readOrNull() throws IOException {
        if (row == rows) {
            throw new IllegalStateException("row " + rows + " of " + rows);
        }
        values.begin();
        try {
            if (records == null) {
                records = assembly.getRecordReader(new OneColumn(), new Materializer());
            }
            records.read();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (RuntimeException e) {
            throw new PlainException(
                    place() + ", but it is damaged: "
                            + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()),
                    e);
        }
        String odd = values.odd();
        if (odd != null) {
            throw new PlainException(place() + ", but found " + odd);
        }
        return values.isNull() ? null : values;
    }

    private String place() {
        return "[" + file + "] Expected " + (column.lists() == 0 ? "a value" : "a list of values") + " in column '"
                + column.name() + "' at row " + Figures.count(firstRow + row);
    }

    private final class OneColumn implements PageReadStore {
        @Override
        public PageReader getPageReader(ColumnDescriptor descriptor) {
            return pages;
        }

        @Override
        public long getRowCount() {
            return rows - row;
        }
    }

    private final class Materializer extends RecordMaterializer<RowValues> {
        @Override
        public RowValues getCurrentRecord() {
            return values;
        }

        @Override
        public GroupConverter getRootConverter() {
            return values.root();
        }
    }

    @Override
    public void close() {
        codecs.close();
    }
}
