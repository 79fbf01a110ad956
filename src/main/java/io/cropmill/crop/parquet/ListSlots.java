package io.cropmill.crop.parquet;

import io.cropmill.npy.Dtype;
import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.parquet.ParquetException;
import io.cropmill.parquet.ParquetFile;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Points that each list of a padded Parquet recording has room for, as far as footers know: they say how many values all
 * lists of a row group have together, and between which numbers the counts beside them lie.
 *
 * <p>Lists that are as long as their counts cannot be taken for padded ones: where none is longer than the average, all are as
 * long, and then no count is below it. A list that is empty or null counts as one value in a footer, so that an average of
 * one point says nothing. Padded lists of different lengths are taken for padded only if they have the same whole average in every row
 * group and every point field, and no count above it.
 */
final class ListSlots {
    private ListSlots() {}

    /** The slots of every row; nothing where no column counts the points, or where footers do not say. */
    static OptionalLong of(List<ParquetFile> files, ParquetFields fields) throws ParquetException {
        ParquetColumn count = fields.count();
        if (count == null) {
            return OptionalLong.empty();
        }
        long slots = 0;
        long smallest = Long.MAX_VALUE;
        for (ParquetFile file : files) {
            if (file.rows() == 0) {
                continue;
            }
            long found = slots(file, fields);
            ParquetFile.NumberRange counts = counts(file, count);
            if (counts == null || found < 2 || slots > 0 && found != slots || counts.largest() > found) {
                return OptionalLong.empty();
            }
            slots = found;
            smallest = Math.min(smallest, counts.smallest());
        }
        return smallest >= 0 && smallest < slots ? OptionalLong.of(slots) : OptionalLong.empty();
    }

    private static ParquetFile.@Nullable NumberRange counts(ParquetFile file, ParquetColumn count)
            throws ParquetException {
        ParquetColumn column = file.column(count.name()).orElse(null);
        return column == null ? null : file.range(column).orElse(null);
    }

    /** Of every point field alike; 0 where they are not. */
    private static long slots(ParquetFile file, ParquetFields fields) throws ParquetException {
        long slots = 0;
        for (int field = 0; field < fields.points().size(); field++) {
            ParquetColumn column =
                    file.column(fields.points().get(field).name()).orElse(null);
            if (column == null || column.nesting() == 0 || !(column.type() instanceof Numbers numbers)) {
                return 0;
            }
            Dtype point = fields.schema().pointFields().get(field).type();
            long width = point.itemSize() / numbers.bytes();
            long values = file.valuesARow(column).orElse(0);
            if (width == 0 || values % width != 0 || field > 0 && values / width != slots) {
                return 0;
            }
            slots = values / width;
        }
        return slots;
    }
}
