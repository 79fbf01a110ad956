package io.cropmill.crop;

import io.cropmill.npy.ScalarType;
import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.ColumnType.Cells;
import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.PageMemory;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.parquet.ParquetFile;
import io.cropmill.parquet.RowGroup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;

/** Reads the column that says which recording each row belongs to. */
final class RowSelection {
    /** Hears of runs of rows with one value. */
    private interface EachRun {
        void add(RowGroup group, long start, long rows, String value);
    }

    private RowSelection() {}

    /** The rows of a file that belong to a recording, as runs: as they were found, or read from the column. */
    static List<RowRun> of(ParquetFile file, int index, ParquetOrigin.Rows rows, BufferAllocator allocator)
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
    static Map<String, FoundRows> all(ParquetFile file, String field, BufferAllocator allocator) throws IOException {
        Map<String, FoundRows.Packing> packings = new HashMap<>();
        read(
                file,
                field,
                allocator,
                (group, start, count, value) -> packings.computeIfAbsent(value, first -> new FoundRows.Packing())
                        .add(group, start, count));
        Map<String, FoundRows> found = new TreeMap<>();
        packings.forEach((value, packing) -> found.put(value, packing.done()));
        return found;
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
        boolean isWhole = column.type() instanceof Numbers numbers && NumberColumn.isWhole(numbers.dtype());
        if (column.nesting() > 0 || !(isText || isWhole)) {
            throw new CropException("[" + file.name() + "] Expected column '" + field
                    + "', which says which recording a row belongs to, to hold text or whole numbers, but found "
                    + column);
        }
        try (PageMemory memory = new PageMemory(allocator)) {
            for (RowGroup group : file.rowGroups()) {
                try (ColumnReader reader = file.read(column, group, memory)) {
                    Values values =
                            isText ? () -> text(file.name(), field, reader) : numbers(reader, column, group, allocator);
                    runs(group, values, each);
                }
            }
        }
    }

    private interface Values {
        String next() throws IOException;
    }

    private static Values numbers(
            ColumnReader reader, ParquetColumn column, RowGroup group, BufferAllocator allocator) {
        ScalarType type = ((Numbers) column.type()).dtype();
        NumberColumn numbers = new NumberColumn(reader, type, group.rows(), allocator);
        boolean isUnsigned = type.kind() == ScalarType.Kind.UINT;
        return () -> isUnsigned ? Long.toUnsignedString(numbers.next()) : Long.toString(numbers.next());
    }

    /** Two names that are no text could become one, and two recordings with them. */
    private static String text(String file, String field, ColumnReader reader) throws IOException {
        long row = reader.nextRow();
        ByteBuffer cell = reader.cell();
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(cell).toString();
        } catch (CharacterCodingException e) {
            throw new CropException("[" + file + "] Expected UTF-8 in column '" + field + "' at row " + row
                    + ", which says which recording a row belongs to, but found other bytes; write it anew as text");
        }
    }

    private static void runs(RowGroup group, Values values, EachRun each) throws IOException {
        String current = "";
        long start = 0;
        for (long row = 0; row < group.rows(); row++) {
            String value = values.next();
            if (row > 0 && !value.equals(current)) {
                each.add(group, start, row - start, current);
                start = row;
            }
            current = value;
        }
        if (group.rows() > 0) {
            each.add(group, start, group.rows() - start, current);
        }
    }
}
