package io.cropmill.crop.parquet;

import io.cropmill.crop.CropException;
import io.cropmill.crop.parquet.RowRuns.RowRun;
import io.cropmill.npy.ScalarType;
import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.ColumnType.Cells;
import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.PageMemory;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.parquet.ParquetException;
import io.cropmill.parquet.ParquetFile;
import io.cropmill.parquet.ParquetFile.RowGroup;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/** Finds out which recordings the rows of a Parquet file belong to, from the column that says it. */
public final class ParquetRecordings {
    /**
     * What the column of recordings says in one file.
     *
     * @param rows rows by the value of the column
     * @param firstRows first rows in the file, by the same values
     * @param fault problem of the first row without a value; nothing where all rows have one
     */
    public record RecordingValues(Map<String, FoundRows> rows, Map<String, Long> firstRows, Optional<String> fault) {}

    /** Takes runs of rows with one value, and rows without a valid value. */
    private interface EachRun {
        void add(RowGroup group, long start, long rows, String value);

        default void fault(String message) {}
    }

    /** Half a character, which no decoded text is. */
    private static final String NO_TEXT = "\ud800";

    private ParquetRecordings() {}

    /** Names of a file's columns. */
    public static List<String> columns(Storage storage, String path) throws IOException {
        try (ParquetFile file = ParquetFile.open(path, () -> storage.open(path))) {
            return file.columns().stream().map(ParquetColumn::name).toList();
        }
    }

    /**
     * Rows by the value of a column, which not all rows have.
     *
     * @throws ParquetException if the file cannot be opened as Parquet
     * @throws CropException if the column cannot say recordings: the file is Parquet, and what is in it is wrong
     */
    public static RecordingValues rows(Storage storage, String path, String field) throws IOException {
        try (BufferAllocator allocator = new RootAllocator();
                ParquetFile file = ParquetFile.open(path, () -> storage.open(path))) {
            try {
                return all(file, field, allocator);
            } catch (ParquetException e) {
                throw new CropException(String.valueOf(e.getMessage()));
            }
        }
    }

    /** The rows of a file that belong to a recording, as runs: as they were found, or read from the column. */
    static List<RowRun> of(ParquetFile file, int index, ParquetOrigin.RecordingRows rows, BufferAllocator allocator)
            throws IOException {
        if (!rows.found().isEmpty() && rows.found().get(index).areKept()) {
            return rows.found().get(index).in(file.name(), file.rowGroups(), index);
        }
        List<RowRun> runs = new ArrayList<>();
        if (!rows.areShared()) {
            for (RowGroup group : file.rowGroups()) {
                if (group.rows() > 0) {
                    runs.add(new RowRun(index, group, 0, group.rows()));
                }
            }
            return runs;
        }
        read(file, rows.field(), allocator, (group, start, count, value) -> {
            if (value.equals(rows.value())) {
                runs.add(new RowRun(index, group, start, count));
            }
        });
        return runs;
    }

    /** The rows of a file by the value of the column. */
    private static RecordingValues all(ParquetFile file, String field, BufferAllocator allocator) throws IOException {
        Map<String, FoundRows.Packing> packings = new HashMap<>();
        Map<String, Long> firstRows = new HashMap<>();
        List<String> faults = new ArrayList<>();
        read(file, field, allocator, new EachRun() {
            @Override
            public void add(RowGroup group, long start, long count, String value) {
                packings.computeIfAbsent(value, first -> new FoundRows.Packing())
                        .add(group, start, count);
                firstRows.putIfAbsent(value, group.firstRow() + start);
            }

            @Override
            public void fault(String message) {
                if (faults.isEmpty()) {
                    faults.add(message);
                }
            }
        });
        Map<String, FoundRows> found = new TreeMap<>();
        packings.forEach((value, packing) -> found.put(value, packing.done()));
        return new RecordingValues(found, firstRows, faults.stream().findFirst());
    }

    /** Gives each run of rows of one value. */
    private static void read(ParquetFile file, String field, BufferAllocator allocator, EachRun each)
            throws IOException {
        ParquetColumn column = file.column(field)
                .orElseThrow(() -> new CropException("[" + file.name() + "] Expected a column '" + field
                        + "' that says which recording a row belongs to, as in other files of the source, but found"
                        + " the columns "
                        + file.columns().stream().map(ParquetColumn::name).toList()));
        boolean isText = column.type() instanceof Cells;
        boolean isWhole =
                column.type() instanceof Numbers numbers && numbers.dtype().isWhole();
        if (column.nesting() > 0 || !(isText || isWhole)) {
            throw new CropException("[" + file.name() + "] Expected column '" + field
                    + "', which says which recording a row belongs to, to hold text or whole numbers, but found "
                    + column);
        }
        try (PageMemory memory = new PageMemory(allocator)) {
            for (RowGroup group : file.rowGroups()) {
                try (ColumnReader reader = file.read(column, group, memory)) {
                    reader.keepNulls();
                    TextValues values = isText ? () -> text(reader) : numbers(reader, column, group, allocator);
                    new SelectedRuns(file.name(), field, group, each).read(values);
                }
            }
        }
    }

    /** The value of each row; null where it is null, and {@link #NO_TEXT} where it is none. */
    private interface TextValues {
        @Nullable
        String next() throws IOException;
    }

    private static TextValues numbers(
            ColumnReader reader, ParquetColumn column, RowGroup group, BufferAllocator allocator) {
        ScalarType type = ((Numbers) column.type()).dtype();
        NumberColumnReader numbers = new NumberColumnReader(reader, type, group.rows(), allocator);
        boolean isUnsigned = type.kind() == ScalarType.ScalarKind.UINT;
        return () -> {
            if (numbers.passNull()) {
                return null;
            }
            return isUnsigned ? Long.toUnsignedString(numbers.next()) : Long.toString(numbers.next());
        };
    }

    /** Two names of damaged text could become one name, and their two recordings one. */
    private static @Nullable String text(ColumnReader reader) throws IOException {
        if (reader.passNull()) {
            return null;
        }
        ByteBuffer cell = reader.cell();
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(cell).toString();
        } catch (CharacterCodingException e) {
            return NO_TEXT;
        }
    }

    /** The runs of one row group. */
    private record SelectedRuns(String file, String field, RowGroup group, EachRun each) {
        void read(TextValues values) throws IOException {
            String current = null;
            long start = 0;
            for (long row = 0; row < group.rows(); row++) {
                String value = values.next();
                if (row > 0 && !Objects.equals(value, current)) {
                    end(start, row, current);
                    start = row;
                }
                current = value;
            }
            if (group.rows() > 0) {
                end(start, group.rows(), current);
            }
        }

        private void end(long start, long row, @Nullable String value) {
            if (value == null) {
                each.fault("[" + file + "] Expected a value in column '" + field + "' at row "
                        + (group.firstRow() + start) + ", but found null; name the recording of each row");
            } else if (value.equals(NO_TEXT)) {
                each.fault(
                        "[" + file + "] Expected UTF-8 in column '" + field + "' at row "
                                + (group.firstRow() + start)
                                + ", which says which recording a row belongs to, but found other bytes; write it again as text");
            } else {
                each.add(group, start, row - start, value);
            }
        }
    }
}
