package io.cropmill.crop.parquet;

import io.cropmill.crop.CropException;
import io.cropmill.npy.Dtype;
import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.GrowingBytes;
import io.cropmill.parquet.ParquetColumn;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Binary cells that each hold an array: the points of a row, an index of the first axis each, or the value of a crop field. */
final class CellColumn extends FieldColumn {
    private final CellDecoder cells;
    private final Dtype type;

    /**
     * Reads arrays of one type.
     *
     * @param type packed type of a point, or of the whole array of a crop field
     */
    CellColumn(String file, ParquetColumn column, ColumnReader reader, Dtype type) {
        super(file, column, reader);
        this.cells = new CellDecoder(file, column);
        this.type = type;
    }

    @Override
    long points(long most, @Nullable GrowingBytes target) throws IOException {
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
    void crops(int rows, GrowingBytes target) throws IOException {
        for (int i = 0; i < rows; i++) {
            long row = reader.nextRow();
            CellArray array = cells.next(reader);
            if (!array.type().equals(type) && !type.equals(CellArray.wider(array.type(), type))) {
                throw new CropException("[" + file + "] Expected an array of type " + type.descr() + " in column '"
                        + column.name() + "' at row " + row + ", as in the first row, but found "
                        + array.type().descr() + "; if these are points, name them with source.point-fields; else"
                        + " leave them out with source.skip-fields");
            }
            cells.append(array, array.header().rows(), type.entry().itemSize(), target);
        }
    }
}
