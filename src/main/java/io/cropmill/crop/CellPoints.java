package io.cropmill.crop;

import io.cropmill.npy.Dtype;
import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.GrowingBytes;
import io.cropmill.parquet.ParquetColumn;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Points as arrays in binary cells, a point an index of the first axis. */
final class CellPoints implements PointSource {
    private final String file;
    private final ParquetColumn column;
    private final ColumnReader reader;
    private final CellDecoder cells;
    private final Dtype type;

    /** Reads points of a packed type. */
    CellPoints(String file, ParquetColumn column, ColumnReader reader, Dtype type) {
        this.file = file;
        this.column = column;
        this.reader = reader;
        this.cells = new CellDecoder(file, column);
        this.type = type;
    }

    @Override
    public long points(long most, @Nullable GrowingBytes target) throws IOException {
        long row = reader.nextRow();
        boolean isWanted = target != null && most > 0;
        CellArray array = isWanted ? cells.next(reader) : cells.nextHeader(reader);
        if (array.header().shape().isEmpty() || !array.rowType().equals(type)) {
            throw new CropException("[" + file + "] Expected points of type " + type.descr() + " in column '"
                    + column.name() + "' at row " + row + ", as in the first row, but found an array of type "
                    + array.header().dtype().descr() + " and shape "
                    + array.header().shape());
        }
        long points = array.header().rows();
        if (target != null && most > 0) {
            cells.append(array, Math.min(most, points), target);
        }
        return points;
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
