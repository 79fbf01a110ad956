package io.cropmill.crop;

import io.cropmill.npy.Dtype;
import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.GrowingBytes;
import io.cropmill.parquet.ParquetColumn;
import java.io.IOException;

/** A crop field as arrays in binary cells, all of one type and shape. */
final class CellCrops implements CropSource {
    private final String file;
    private final ParquetColumn column;
    private final ColumnReader reader;
    private final CellDecoder cells;
    private final Dtype type;

    /** Reads arrays that are, packed, of one type. */
    CellCrops(String file, ParquetColumn column, ColumnReader reader, Dtype type) {
        this.file = file;
        this.column = column;
        this.reader = reader;
        this.cells = new CellDecoder(file, column);
        this.type = type;
    }

    @Override
    public void read(int rows, GrowingBytes target) throws IOException {
        for (int i = 0; i < rows; i++) {
            long row = reader.nextRow();
            CellArray array = cells.next(reader);
            if (!array.type().equals(type) && !type.equals(CellArray.wider(array.type(), type))) {
                throw new CropException("[" + file + "] Expected an array of type " + type.descr() + " in column '"
                        + column.name() + "' at row " + row + ", as in the first row, but found "
                        + array.type().descr() + "; if these are points, name them with source.point-fields; else"
                        + " leave them out with source.skip-fields");
            }
            cells.append(array, array.header().rows(), ArrowFields.entry(type).itemSize(), target);
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
