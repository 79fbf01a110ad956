package io.cropmill.crop;

import io.cropmill.parquet.ParquetColumn;
import io.cropmill.parquet.ParquetException;
import io.cropmill.parquet.ParquetFile;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Tells which recordings the rows of a Parquet file belong to. */
public final class ParquetRecordings {
    private ParquetRecordings() {}

    /** Names of a file's columns. */
    public static List<String> columns(Storage storage, String path) throws IOException {
        try (ParquetFile file = ParquetFile.open(path, () -> storage.open(path))) {
            return file.columns().stream().map(ParquetColumn::name).toList();
        }
    }

    /**
     * Rows by the value of a column, which not all rows have.
     *
     * @throws ParquetException if the file cannot be opened as Parquet
     * @throws CropException if the column cannot say recordings: the file is Parquet, and what is in it is wrong
     */
    public static RecordingValues rows(Storage storage, String path, String field) throws IOException {
        try (BufferAllocator allocator = new RootAllocator();
                ParquetFile file = ParquetFile.open(path, () -> storage.open(path))) {
            try {
                return RowSelection.all(file, field, allocator);
            } catch (ParquetException e) {
                throw new CropException(String.valueOf(e.getMessage()));
            }
        }
    }
}
