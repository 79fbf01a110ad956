package io.cropmill.crop;

import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.ColumnType.Cells;
import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.PageMemory;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.parquet.ParquetFile;
import io.cropmill.parquet.RowGroup;
import io.cropmill.storage.Closing;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/** The opened columns of one row group, all at the same row. For one thread. */
final class GroupColumns implements Closeable {
    private final ParquetFile file;
    private final RowGroup group;
    private final PageMemory memory;
    private final BufferAllocator allocator;
    private final List<Closeable> opened = new ArrayList<>();
    private final List<PointSource> points = new ArrayList<>();
    private final List<CropSource> crops = new ArrayList<>();
    private @Nullable NumberColumnReader count;
    private long row;

    private GroupColumns(ParquetFile file, RowGroup group, PageMemory memory, BufferAllocator allocator) {
        this.file = file;
        this.group = group;
        this.memory = memory;
        this.allocator = allocator;
    }

    /** Opens all columns. */
    static GroupColumns open(
            ParquetFile file,
            int fileIndex,
            RowGroup group,
            ParquetFields fields,
            ParquetOrigin origin,
            PageMemory memory,
            BufferAllocator allocator)
            throws IOException {
        GroupColumns columns = new GroupColumns(file, group, memory, allocator);
        try {
            columns.openCount(fields);
            for (int field = 0; field < fields.points().size(); field++) {
                columns.openPoints(fields, field);
            }
            for (int field = 0; field < fields.crops().size(); field++) {
                columns.openCrops(fields, field);
            }
            for (PartitionField partition : origin.partitions()) {
                columns.crops.add(new PartitionCrops(partition.bytes(fileIndex)));
            }
            return columns;
        } catch (IOException | RuntimeException e) {
            Closing.after(e, columns);
            throw e;
        }
    }

    /** Opens what tells the point counts: the count column, or one point field. */
    static GroupColumns openCounts(
            ParquetFile file,
            RowGroup group,
            ParquetFields fields,
            int cheapest,
            PageMemory memory,
            BufferAllocator allocator)
            throws IOException {
        GroupColumns columns = new GroupColumns(file, group, memory, allocator);
        try {
            if (fields.count() == null) {
                columns.openPoints(fields, cheapest);
            } else {
                columns.openCount(fields);
            }
            return columns;
        } catch (IOException | RuntimeException e) {
            Closing.after(e, columns);
            throw e;
        }
    }

    private void openCount(ParquetFields fields) throws IOException {
        ParquetColumn column = fields.count();
        if (column != null && column.type() instanceof Numbers numbers) {
            count = new NumberColumnReader(reader(column), numbers.dtype(), group.rows(), allocator);
        }
    }

    private void openPoints(ParquetFields fields, int field) throws IOException {
        ParquetColumn column = fields.points().get(field);
        CropSchema.CropField output = fields.schema().pointFields().get(field);
        ColumnReader reader = reader(column);
        points.add(
                column.type() instanceof Cells
                        ? new CellPoints(file.name(), column, reader, output.type())
                        : new ListPoints(file.name(), column, reader, ArrowFields.width(output.type())));
    }

    private void openCrops(ParquetFields fields, int field) throws IOException {
        ParquetColumn column = fields.crops().get(field);
        CropSchema.CropField output = fields.schema().cropFields().get(field);
        ColumnReader reader = reader(column);
        crops.add(
                column.type() instanceof Cells
                        ? new CellCrops(file.name(), column, reader, output.type())
                        : new NumberCrops(file.name(), column, reader, ArrowFields.width(output.type())));
    }

    /** The columns of every file are told by name: files may have them in different order. */
    private ColumnReader reader(ParquetColumn column) throws IOException {
        ColumnReader reader = file.read(file.column(column.name()).orElse(column), group, memory);
        opened.add(reader);
        return reader;
    }

    /** True if the columns can go on to a run, rows passed between. */
    boolean leadTo(ParquetFile otherFile, RowRun run) {
        return file == otherFile && group.equals(run.group()) && row <= run.start();
    }

    /** Passes rows of all columns up to a row of the group. */
    void skipTo(long target) throws IOException {
        long rows = target - row;
        if (count != null) {
            count.skip(rows);
        }
        for (PointSource source : points) {
            source.skip(rows);
        }
        for (CropSource source : crops) {
            source.skip(rows);
        }
        row = target;
    }

    /** Notes that the caller has read so many rows of all columns. */
    void advance(long rows) {
        row += rows;
    }

    /** Row of the file that comes next. */
    long fileRow() {
        return group.firstRow() + row;
    }

    ParquetFile file() {
        return file;
    }

    @Nullable
    NumberColumnReader count() {
        return count;
    }

    List<PointSource> points() {
        return points;
    }

    List<CropSource> crops() {
        return crops;
    }

    @Override
    public void close() throws IOException {
        Closing.all(opened);
        opened.clear();
    }
}
