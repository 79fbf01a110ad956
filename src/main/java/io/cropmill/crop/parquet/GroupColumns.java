package io.cropmill.crop.parquet;

import io.cropmill.crop.CropSchema;
import io.cropmill.crop.parquet.RowRuns.RowRun;
import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.ColumnType.Cells;
import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.GrowingBytes;
import io.cropmill.parquet.PageMemory;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.parquet.ParquetFile;
import io.cropmill.storage.Closing;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a recording in the row group that is read, all at the same row. One row group is open at a time, and of
 * several files one. For one thread.
 */
final class GroupColumns implements Closeable {
    private static final int ALL = -1;

    private final List<ParquetFile> files;
    private final ParquetFields fields;
    private final BufferAllocator allocator;
    private final PageMemory memory;
    /** The one point field that is opened where only counts are wanted and no column has them. */
    private final int cheapest;

    private final List<ColumnReader> opened = new ArrayList<>();
    private final List<FieldColumn> points = new ArrayList<>();
    private final List<FieldColumn> crops = new ArrayList<>();
    private @Nullable NumberColumnReader count;
    private @Nullable ParquetFile file;
    private @Nullable RowRun run;
    private long row;

    private GroupColumns(List<ParquetFile> files, ParquetFields fields, int cheapest, BufferAllocator allocator) {
        this.files = files;
        this.fields = fields;
        this.cheapest = cheapest;
        this.allocator = allocator;
        this.memory = new PageMemory(allocator);
    }

    /** All columns. */
    static GroupColumns of(List<ParquetFile> files, ParquetFields fields, BufferAllocator allocator) {
        return new GroupColumns(files, fields, ALL, allocator);
    }

    /** The columns that give the point counts: the count column, or else the point field that takes the fewest bytes. */
    static GroupColumns counts(List<ParquetFile> files, ParquetFields fields, BufferAllocator allocator)
            throws IOException {
        ParquetFile first = files.get(0);
        int cheapest = 0;
        for (int field = 1; field < fields.points().size(); field++) {
            if (first.bytes(fields.points().get(field))
                    < first.bytes(fields.points().get(cheapest))) {
                cheapest = field;
            }
        }
        return new GroupColumns(files, fields, cheapest, allocator);
    }

    /** Goes to the first row of a run, past rows of its group that are not wanted. */
    void seek(RowRun next) throws IOException {
        RowRun current = run;
        boolean isAhead = current != null
                && current.file() == next.file()
                && current.group().equals(next.group())
                && row <= next.start();
        if (!isAhead) {
            closeGroup();
            open(next);
        }
        long rows = next.start() - row;
        if (count != null) {
            count.skip(rows);
        }
        for (FieldColumn column : points) {
            column.skip(rows);
        }
        for (FieldColumn column : crops) {
            column.skip(rows);
        }
        row = next.start();
    }

    private void open(RowRun first) throws IOException {
        file = files.get(first.file());
        run = first;
        row = 0;
        ParquetColumn counting = fields.count();
        if (counting != null && counting.type() instanceof Numbers numbers) {
            count = new NumberColumnReader(
                    reader(counting), numbers.dtype(), first.group().rows(), allocator);
        }
        if (cheapest == ALL) {
            for (int field = 0; field < fields.points().size(); field++) {
                openPoints(field);
            }
            for (int field = 0; field < fields.crops().size(); field++) {
                crops.add(column(
                        fields.crops().get(field), fields.schema().cropFields().get(field)));
            }
        } else if (counting == null) {
            openPoints(cheapest);
        }
    }

    private void openPoints(int field) throws IOException {
        points.add(
                column(fields.points().get(field), fields.schema().pointFields().get(field)));
    }

    private FieldColumn column(ParquetColumn column, CropSchema.CropField output) throws IOException {
        ColumnReader reader = reader(column);
        return column.type() instanceof Cells
                ? new CellColumn(fileName(), column, reader, output.type())
                : new ListColumn(fileName(), column, reader, output.type().entries());
    }

    /** Columns of every file are found by name: files may have them in different order. */
    private ColumnReader reader(ParquetColumn column) throws IOException {
        ParquetFile open = Objects.requireNonNull(file);
        RowRun current = Objects.requireNonNull(run);
        ColumnReader reader = open.read(open.column(column.name()).orElse(column), current.group(), memory);
        opened.add(reader);
        return reader;
    }

    /** Notes that the caller has read so many rows of all columns. */
    void advance(long rows) {
        row += rows;
    }

    /** Row of the file that comes next. */
    long fileRow() {
        return Objects.requireNonNull(run).group().firstRow() + row;
    }

    String fileName() {
        return Objects.requireNonNull(file).name();
    }

    /** The column of point counts; null where the lengths of lists are the counts. */
    @Nullable
    NumberColumnReader count() {
        return count;
    }

    /** Reads the points of the next row, as {@link FieldColumn#points}. */
    long points(int field, long most, @Nullable GrowingBytes target) throws IOException {
        return points.get(field).points(most, target);
    }

    /** Appends the values of a crop field in the next rows; those of a folder's name are the same in all rows of a file. */
    void crops(int field, int rows, GrowingBytes target) throws IOException {
        if (field < crops.size()) {
            crops.get(field).crops(rows, target);
            return;
        }
        byte[] value = fields.partitions()
                .get(field - crops.size())
                .bytes(Objects.requireNonNull(run).file());
        for (int i = 0; i < rows; i++) {
            target.room(value.length).put(value);
        }
    }

    private void closeGroup() throws IOException {
        List<ColumnReader> closing = List.copyOf(opened);
        ParquetFile read = file;
        opened.clear();
        points.clear();
        crops.clear();
        count = null;
        file = null;
        run = null;
        Closing.all(closing);
        if (read != null && files.size() > 1) {
            read.release();
        }
    }

    @Override
    public void close() throws IOException {
        try (memory) {
            closeGroup();
        }
    }
}
