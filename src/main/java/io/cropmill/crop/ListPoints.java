package io.cropmill.crop;

import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.GrowingBytes;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Points as a list of their values, flat or a list a point. */
final class ListPoints implements PointSource {
    private final String file;
    private final ParquetColumn column;
    private final ColumnReader reader;
    private final long width;

    /** Reads points of {@code width} values each. */
    ListPoints(String file, ParquetColumn column, ColumnReader reader, long width) {
        this.file = file;
        this.column = column;
        this.reader = reader;
        this.width = width;
    }

    @Override
    public long points(long most, @Nullable GrowingBytes target) throws IOException {
        long row = reader.nextRow();
        long values = reader.list(Math.min(most, Long.MAX_VALUE / width) * width, target);
        boolean nested = column.nesting() > 1;
        if (values % width != 0 || (nested && values > 0 && reader.width() != width)) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %,d values a point in column '%s' at row %,d, but found %s; say how many with"
                            + " source.point-fields = [\"%s:width\"]",
                    file,
                    width,
                    column.name(),
                    row,
                    nested ? "lists of " + reader.width() : Figures.counted(values, "value") + " in the row",
                    column.name()));
        }
        return values / width;
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
