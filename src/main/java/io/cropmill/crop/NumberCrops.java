package io.cropmill.crop;

import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.GrowingBytes;
import io.cropmill.parquet.ParquetColumn;
import java.io.IOException;
import java.util.Locale;

/** A crop field that is one number a row, or a list of always as many. */
final class NumberCrops implements CropSource {
    private final String file;
    private final ParquetColumn column;
    private final ColumnReader reader;
    private final long values;

    /** Reads {@code values} numbers a row. */
    NumberCrops(String file, ParquetColumn column, ColumnReader reader, long values) {
        this.file = file;
        this.column = column;
        this.reader = reader;
        this.values = values;
    }

    @Override
    public void read(int rows, GrowingBytes target) throws IOException {
        if (column.nesting() == 0) {
            reader.numbers(rows, target);
            return;
        }
        for (int i = 0; i < rows; i++) {
            long row = reader.nextRow();
            long found = reader.list(values, target);
            if (found != values) {
                throw new CropException(String.format(
                        Locale.ROOT,
                        "[%s] Expected %,d values in column '%s' at row %,d, as in the first row, but found %,d; if these"
                                + " are points, name them with source.point-fields; else leave them out with"
                                + " source.skip-fields",
                        file,
                        values,
                        column.name(),
                        row,
                        found));
            }
        }
    }

    @Override
    public void skip(long rows) throws IOException {
        reader.skip(rows);
    }

    @Override
    public void close() {
        reader.close();
    }
}
