package io.cropmill.crop.parquet;

import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.GrowingBytes;
import io.cropmill.parquet.ParquetColumn;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The column of a point or crop field in one row group, read row by row. For one thread. */
abstract class FieldColumn {
    final String file;
    final ParquetColumn column;
    final ColumnReader reader;

    /** Reads a column whose reader its opener closes. */
    FieldColumn(String file, ParquetColumn column, ColumnReader reader) {
        this.file = file;
        this.column = column;
        this.reader = reader;
    }

    /**
     * Reads the points of the next row.
     *
     * @param most points to append to the target; the rest is passed
     * @param target not used where {@code most} is 0
     * @return points that the row holds
     */
    abstract long points(long most, @Nullable GrowingBytes target) throws IOException;

    /** Appends the values of a crop field in the next rows. */
    abstract void crops(int rows, GrowingBytes target) throws IOException;

    /** Passes rows. */
    final void skip(long rows) throws IOException {
        reader.skip(rows);
    }
}
