package io.cropmill.frame;

import io.cropmill.frame.FormPlan.PlannedColumn;
import io.cropmill.frame.PartitionPlan.Slice;
import io.cropmill.frame.RowRanges.RowRange;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Jazzer's target for the whole reader: any file ends in batches or in an error that names it, and all memory is freed. */
public final class ReaderFuzz {
    private static final Configuration HADOOP = new Configuration(false);
    private static final Path FOLDER = folder();
    private static final int MOST_BATCHES = 20;

    private static final List<Map<String, String>> OPTIONS = List.of(
            Map.of("recordingColumn", "\u0001", "rowColumn", "\u0002"),
            Map.of("recordingColumn", "\u0001", "rowColumn", "\u0002", "arrays", "nested", "bytes", "string"),
            Map.of("recordingColumn", "\u0001", "rowColumn", "\u0002", "countField", "n", "batchBytes", "64"));

    private ReaderFuzz() {}

    private static Path folder() {
        try {
            return Files.createTempDirectory("fuzz");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
        Path file = Files.write(FOLDER.resolve("fuzz.npy"), bytes);
        for (Map<String, String> options : OPTIONS) {
            try {
                read(file, SourceOptions.of(new CaseInsensitiveStringMap(options), ""));
            } catch (IOException e) {
                String message = String.valueOf(e.getMessage());
                if (!message.startsWith("[fuzz.npy] Expected ")) {
                    throw new AssertionError("An error must say where and what: " + message, e);
                }
            }
        }
    }

    /** Rows that were read. */
    static long read(Path path, SourceOptions options) throws IOException {
        FoundFile file = new FileFinder(options, HADOOP)
                .find(List.of(path.toString()), new NpyForms(options)::of)
                .get(0);
        TableColumns columns = new TableColumns(options, false);
        StructType schema = columns.schema("fuzz.npy", file.form());
        List<PlannedColumn> planned = new ArrayList<>();
        for (StructField field : schema.fields()) {
            planned.add(columns.planned("fuzz.npy", file.form(), field));
        }
        FormPlan plan = new FormPlan(file.form(), planned, List.of(), List.of());
        plan.requireRowBytes(file, options.maxRowBytes());
        Slice slice = new Slice(file, 0, List.of(new RowRange(0, file.rows())));
        long rows = 0;
        try (Storage storage = Storages.of(file.root(), HADOOP);
                BufferAllocator allocator = new RootAllocator();
                RowsReader reader =
                        new RowsReader(storage, slice, plan, options.batchBytes(), allocator, new ReadMetrics())) {
            for (int i = 0; i < MOST_BATCHES; i++) {
                try (ColumnarBatch batch = reader.next()) {
                    if (batch == null) {
                        return rows;
                    }
                    rows += batch.numRows();
                    touch(batch, schema);
                }
            }
        }
        return rows;
    }

    private static void touch(ColumnarBatch batch, StructType schema) {
        batch.rowIterator().forEachRemaining(row -> {
            for (int i = 0; i < schema.size(); i++) {
                row.get(i, schema.apply(i).dataType());
            }
        });
    }
}
