package io.cropmill.crop.parquet;

import io.cropmill.crop.CropException;
import io.cropmill.crop.parquet.RowRuns.RowRun;
import io.cropmill.npy.Dtype;
import io.cropmill.parquet.ColumnReader;
import io.cropmill.parquet.PageMemory;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.parquet.ParquetFile;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;

/** Reads from the first rows of a recording what its schema does not say: lengths of lists, types of arrays in cells. */
final class FirstRows {
    private final List<ParquetFile> files;
    private final RowRuns runs;
    private final BufferAllocator allocator;

    FirstRows(List<ParquetFile> files, RowRuns runs, BufferAllocator allocator) {
        this.files = files;
        this.runs = runs;
        this.allocator = allocator;
    }

    private interface ColumnRead<T> {
        T at(ColumnReader reader) throws IOException;
    }

    /** Values of the first row's list; 0 where there is no row. */
    long length(ParquetColumn column) throws IOException {
        return runs.rows() == 0 ? 0 : look(runs.all().get(0), column, reader -> reader.list(0, null));
    }

    /** Values of an inner list; 0 where there is none in the whole recording. */
    long width(ParquetColumn column) throws IOException {
        for (RowRun run : runs.all()) {
            long width = look(run, column, reader -> {
                for (long row = 0; row < run.rows() && reader.width() == 0; row++) {
                    reader.list(0, null);
                }
                return (long) reader.width();
            });
            if (width > 0) {
                return width;
            }
        }
        return 0;
    }

    /** Type of the first row's array; of text the widest of all rows, for NumPy makes each array as wide as its longest. */
    Dtype cell(ParquetColumn column) throws IOException {
        Dtype type = array(column, CellArray::type);
        if (CellArray.wider(type, type) == null) {
            return type;
        }
        for (RowRun run : runs.all()) {
            type = widest(run, column, type);
        }
        return type;
    }

    private Dtype widest(RowRun run, ParquetColumn column, Dtype before) throws IOException {
        CellDecoder cells = new CellDecoder(files.get(run.file()).name(), column);
        return look(run, column, reader -> {
            Dtype widest = before;
            for (long row = 0; row < run.rows(); row++) {
                Dtype wider = CellArray.wider(widest, cells.next(reader).type());
                widest = wider == null ? widest : wider;
            }
            return widest;
        });
    }

    /** Type of one point of the first row's array. */
    Dtype cellRow(ParquetColumn column) throws IOException {
        return array(column, array -> {
            if (array.header().shape().isEmpty()) {
                throw new CropException("[" + files.get(0).name() + "] Expected arrays of points in column '"
                        + column.name() + "', but found a single value in the first row");
            }
            return array.rowType();
        });
    }

    private interface Typing {
        Dtype of(CellArray array) throws IOException;
    }

    private Dtype array(ParquetColumn column, Typing typing) throws IOException {
        if (runs.rows() == 0) {
            throw new CropException("[" + files.get(0).name() + "] Expected a row to tell what the cells of column '"
                    + column.name() + "' hold, but found none; remove the file");
        }
        RowRun run = runs.all().get(0);
        CellDecoder cells = new CellDecoder(files.get(run.file()).name(), column);
        return look(run, column, reader -> typing.of(cells.next(reader)));
    }

    private <T> T look(RowRun run, ParquetColumn column, ColumnRead<T> look) throws IOException {
        try (PageMemory memory = new PageMemory(allocator);
                ColumnReader reader = files.get(run.file()).read(column, run.group(), memory)) {
            reader.skip(run.start());
            return look.at(reader);
        }
    }
}
