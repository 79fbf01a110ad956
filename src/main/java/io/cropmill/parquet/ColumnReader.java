package io.cropmill.parquet;

import io.cropmill.parquet.ChunkStream.ColumnBytes;
import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.ParquetFile.RowGroup;
import io.cropmill.storage.NoMemoryException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Objects;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.jspecify.annotations.Nullable;

/**
 * Reads one column of one row group, row by row, page by page. Memory: a window of the file, one page, the dictionary.
 * For one thread; closing it frees the memory and leaves the file open.
 */
public final class ColumnReader implements Closeable {
    /** Bytes of one row of a column: a page of a few bytes can say that a number comes again without end. */
    static final int MOST_ROW_BYTES = PageCodec.MOST_BYTES;

    private final String file;
    private final ParquetColumn column;
    private final int valueBytes;
    private final long firstRow;
    private final long rows;
    private final PageReader pages;
    private final ColumnValues decoders;
    private final PageRows levels;
    private @Nullable DataPage page;
    private @Nullable PageValues values;
    private long nextRow;
    private int rowInPage;
    private int passed;
    private boolean isRowOpen;

    ColumnReader(ParquetColumn column, ColumnBytes bytes, ColumnChunkMetaData chunk, RowGroup group, PageMemory memory)
            throws NoMemoryException {
        this.file = bytes.file();
        this.column = column;
        this.valueBytes = column.type() instanceof Numbers numbers ? numbers.bytes() : 0;
        this.firstRow = group.firstRow();
        this.rows = group.rows();
        this.decoders = new ColumnValues(column);
        this.levels =
                new PageRows(column.nesting(), column.descriptor().getMaxDefinitionLevel(), column.listDefinition());
        this.pages = new PageReader(bytes, chunk, column.descriptor(), memory);
    }

    /** Row of the file that comes next. */
    public long nextRow() {
        return firstRow + nextRow;
    }

    /** Length of all inner lists met so far; 0 before the first, or where there are none. */
    public int width() {
        return levels.width();
    }

    /**
     * Reads the next row of a column of lists of numbers, and returns how many values it has.
     *
     * @param most values to append to the target, which is not used for 0; the rest of the row is passed
     */
    public long list(long most, @Nullable GrowingBytes target) throws IOException {
        requireRow();
        requireRowBytes(Math.min(levels.length(rowInPage), most));
        long total = take(levels.length(rowInPage++), most, target);
        while (column.nesting() > 0 && rowInPage == levels.rows() && goesOn()) {
            requireRowBytes(Math.min(total + levels.continued(), most));
            total += take(levels.continued(), most - total, target);
        }
        nextRow++;
        return total;
    }

    /** Refuses a row of more bytes than a row may have, before there is memory for them. */
    private void requireRowBytes(long values) throws ParquetException {
        if (values > MOST_ROW_BYTES / Math.max(1, valueBytes)) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected at most %,d bytes in column '%s' at row %,d, but found %,d values of %,d bytes; write"
                            + " crops of fewer points",
                    file,
                    MOST_ROW_BYTES,
                    column.name(),
                    nextRow(),
                    values,
                    valueBytes));
        }
    }

    /** From now on rows of this column, which has no lists, may be null; each is passed by {@link #passNull}. */
    public void keepNulls() {
        levels.keepNulls();
    }

    /** Passes the next row if it is null. */
    public boolean passNull() throws IOException {
        requireRow();
        if (!levels.isNull(rowInPage)) {
            return false;
        }
        rowInPage++;
        nextRow++;
        requireEnd();
        return true;
    }

    /** Number of rows from the next one on before one is null. */
    public int untilNull() throws IOException {
        requireRow();
        return levels.nextNull(rowInPage) - rowInPage;
    }

    /** Reads the next rows of a column of one number a row. */
    public void numbers(int count, GrowingBytes target) throws IOException {
        for (int left = count; left > 0; ) {
            requireRow();
            int now = Math.min(left, levels.rows() - rowInPage);
            take(now, now, target);
            rowInPage += now;
            nextRow += now;
            left -= now;
        }
        requireEnd();
    }

    /** Behind the last row there are only empty pages; lists find that out when they look for more of their values. */
    private void requireEnd() throws IOException {
        if (nextRow == rows && rowInPage == levels.rows()) {
            load(nextRow);
        }
    }

    /** Reads the next row of a column of byte strings; valid until the next call of anything here. */
    public ByteBuffer cell() throws IOException {
        requireRow();
        try {
            ByteBuffer cell = ((PageCells) values()).next();
            rowInPage++;
            nextRow++;
            return nextRow == rows ? last(cell) : cell;
        } catch (RuntimeException e) {
            throw damaged(e);
        }
    }

    /** The last row's bytes, apart from the page that others may follow. */
    private ByteBuffer last(ByteBuffer cell) throws IOException {
        ByteBuffer copy = ByteBuffer.allocate(cell.remaining()).put(cell).flip().order(ByteOrder.LITTLE_ENDIAN);
        requireEnd();
        return copy;
    }

    /** Passes rows; pages that hold no other are not decompressed. */
    public void skip(long count) throws IOException {
        for (long left = count - seek(count); left > 0; ) {
            long passed = rowInPage == levels.rows() ? passPage(left) : 0;
            if (passed == 0 && column.nesting() > 0) {
                list(0, null);
                passed = 1;
            } else if (passed == 0) {
                requireRow();
                int now = (int) Math.min(left, levels.rows() - rowInPage);
                take(now, 0, null);
                rowInPage += now;
                nextRow += now;
                passed = now;
            }
            left -= passed;
        }
    }

    /** Goes to the page of a later row, where the file has an index of pages; returns how many rows that passes. */
    private long seek(long count) throws IOException {
        if (count < 1 || !pages.hasNext(decoders)) {
            return 0;
        }
        PageIndex index = pages.index();
        int target = index == null ? -1 : index.pageOf(nextRow + count);
        if (index == null || target < 0 || index.firstRow(target) <= nextRow + levels.rows() - rowInPage) {
            return 0;
        }
        if (target > 0) {
            requireBefore(index, target);
        }
        pages.seek(index.place(target));
        values = null;
        rowInPage = levels.rows();
        isRowOpen = true;
        long passed = index.firstRow(target) - nextRow;
        nextRow += passed;
        return passed;
    }

    /** The page before one that is gone to must end where the index says, at that byte and at that row. */
    private void requireBefore(PageIndex index, int target) throws IOException {
        int before = target - 1;
        pages.seek(index.place(before));
        long found = -1;
        if (pages.hasNext(decoders) && pages.rows() >= 0) {
            found = pages.rows();
            pages.pass();
        } else if (load(index.firstRow(before))) {
            found = levels.rows();
        }
        if (found != index.firstRow(target) - index.firstRow(before) || pages.place() != index.place(target)) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %,d rows of column '%s' before byte %,d, as the index of its pages says, but found"
                            + " %,d before byte %,d; it is damaged: copy or write it again",
                    file,
                    index.firstRow(target) - index.firstRow(before),
                    column.name(),
                    index.place(target),
                    found,
                    pages.place()));
        }
    }

    /** Passes the next page if its header says that it begins no more rows than these; returns how many. */
    private long passPage(long most) throws IOException {
        if (!pages.hasNext(decoders) || pages.rows() < 1 || pages.rows() > most) {
            return 0;
        }
        int passed = pages.rows();
        pages.pass();
        isRowOpen = true;
        nextRow += passed;
        return passed;
    }

    private void requireRow() throws IOException {
        if (nextRow == rows) {
            throw new IllegalStateException("row " + rows + " of " + rows);
        }
        while (rowInPage == levels.rows()) {
            if (!load(nextRow)) {
                throw new ParquetException(String.format(
                        Locale.ROOT,
                        "[%s] Expected %,d rows in column '%s' of the row group at row %,d, but found %,d",
                        file,
                        rows,
                        column.name(),
                        firstRow,
                        nextRow));
            }
            if (levels.continued() > 0) {
                if (!isRowOpen) {
                    throw damaged(new IllegalArgumentException("its first value belongs to no row"));
                }
                take(levels.continued(), 0, null);
            }
        }
        isRowOpen = false;
    }

    /** Where the last row of a page goes on in the next, loads that. */
    private boolean goesOn() throws IOException {
        return load(nextRow + 1) && levels.continued() > 0;
    }

    /** Loads the next page that is not empty, whose first row will be this one; false at the end. */
    private boolean load(long pageRow) throws IOException {
        values = null;
        passed = 0;
        rowInPage = 0;
        try {
            do {
                if (!pages.hasNext(decoders)) {
                    levels.decode(0, null, null);
                    levels.closeInner();
                    return false;
                }
                DataPage next = pages.read();
                page = next;
                levels.decode(next.entries(), next.repetition(), next.definition());
                requireCounts(next, pageRow);
            } while (levels.rows() == 0 && levels.continued() == 0);
            return true;
        } catch (PageRows.RowRefusedException e) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %s in column '%s' at row %,d, but found %s",
                    file,
                    column.nesting() == 0 ? "a value" : "a list of values",
                    column.name(),
                    firstRow + pageRow + e.row(),
                    e.getMessage()));
        } catch (RuntimeException e) {
            throw damaged(e);
        }
    }

    /** What a page holds, by its levels, is what its header says, and no more than the rows that are left. */
    private void requireCounts(DataPage next, long pageRow) throws ParquetException {
        int nulls = next.entries() - levels.values();
        // parquet-java says -1 nulls where it keeps no statistics, and a page of version 1 says neither.
        if (next.rows() != -1 && next.rows() != levels.rows() || next.nulls() != -1 && next.nulls() != nulls) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %,d rows and %,d nulls or empty lists in the page of column '%s' at row %,d, as its"
                            + " header says, but found %,d and %,d; it is damaged: copy or write it again",
                    file,
                    next.rows(),
                    next.nulls(),
                    column.name(),
                    firstRow + pageRow,
                    levels.rows(),
                    nulls));
        }
        if (levels.rows() > rows - pageRow) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %,d rows in column '%s' of the row group at row %,d, but found more; it is damaged:"
                            + " copy or write it again",
                    file,
                    rows,
                    column.name(),
                    firstRow));
        }
    }

    private long take(int count, long most, @Nullable GrowingBytes target) throws IOException {
        int wanted = (int) Math.max(0, Math.min(count, most));
        // Outside: memory that is not there says nothing about the page.
        ByteBuffer room = wanted > 0 && target != null ? room(target, wanted) : null;
        try {
            if (room != null) {
                ((PageValues.PageNumbers) values()).read(room, wanted);
            }
            if (values == null) {
                passed += count - wanted;
            } else {
                values.skip(count - wanted);
            }
            return count;
        } catch (RuntimeException e) {
            throw damaged(e);
        }
    }

    private ByteBuffer room(GrowingBytes target, int wanted) throws IOException {
        long bytes = (long) wanted * valueBytes;
        if (target.size() + bytes > Integer.MAX_VALUE) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected at most %,d bytes of column '%s' in memory at once, but found %,d at row %,d",
                    file,
                    Integer.MAX_VALUE,
                    column.name(),
                    target.size() + bytes,
                    nextRow()));
        }
        try {
            return target.room(bytes);
        } catch (OutOfMemoryException e) {
            throw PageMemory.noMemory(file, target.size() + bytes);
        }
    }

    /** The decoder of the page's values, made when the first is wanted: counting rows needs none. */
    private PageValues values() throws IOException {
        if (values == null) {
            try {
                values = decoders.of(Objects.requireNonNull(page), levels.values());
            } catch (ParquetException | NoMemoryException e) {
                throw e;
            } catch (IOException e) {
                throw damaged(e);
            }
            values.skip(passed);
        }
        return values;
    }

    private ParquetException damaged(Exception cause) {
        return new ParquetException(
                String.format(
                        Locale.ROOT,
                        "[%s] Expected a page of column '%s' at row %,d, but it is damaged: %s",
                        file,
                        column.name(),
                        nextRow(),
                        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage()),
                cause);
    }

    @Override
    public void close() {
        pages.close();
    }
}
