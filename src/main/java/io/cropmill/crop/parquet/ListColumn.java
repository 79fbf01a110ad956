package io.cropmill.crop.parquet;

import io.cropmill.crop.CropException;
import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.GrowingBytes;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers: the points of a row as a list of their values, flat or a list a point, or a crop field of always as many. */
final class ListColumn extends FieldColumn {
    private final long width;

    /**
     * Reads numbers.
     *
     * @param width values of a point, or of a crop field
     */
    ListColumn(String file, ParquetColumn column, ColumnReader reader, long width) {
        super(file, column, reader);
        this.width = width;
    }

    @Override
    long points(long most, @Nullable GrowingBytes target) throws IOException {
        long row = reader.nextRow();
        long values = reader.list(Math.min(most, Long.MAX_VALUE / width) * width, target);
        boolean nested = column.nesting() > 1;
        if (values % width != 0 || (nested && values > 0 && reader.width() != width)) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %s a point in column '%s' at row %,d, but found %s; say how many with"
                            + " source.point-fields = [\"%s:width\"]",
                    file,
                    Figures.counted(width, "value"),
                    column.name(),
                    row,
                    nested ? "lists of " + reader.width() : Figures.counted(values, "value") + " in the row",
                    column.name()));
        }
        return values / width;
    }

    @Override
    void crops(int rows, GrowingBytes target) throws IOException {
        if (column.nesting() == 0) {
            reader.numbers(rows, target);
            return;
        }
        for (int i = 0; i < rows; i++) {
            long row = reader.nextRow();
            long found = reader.list(width, target);
            if (found != width) {
                throw new CropException(String.format(
                        Locale.ROOT,
                        "[%s] Expected %s in column '%s' at row %,d, as in the first row, but found %,d; if these"
                                + " are points, name them with source.point-fields; else leave them out with"
                                + " source.skip-fields",
                        file,
                        Figures.counted(width, "value"),
                        column.name(),
                        row,
                        found));
            }
        }
    }
}
