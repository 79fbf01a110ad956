package io.cropmill.job;

import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.Recording;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.parquet.ParquetFile;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Points of ragged Parquet files to flat buffers, one a field, by one thread: the reader of the jobs beside Spark's own
 * vectorised one. Both must find as many points. {@code jobs/benchmark-parquet} runs it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(
        value = 1,
        jvmArgsAppend = {
            "-Xmx2g",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
        })
public class ParquetReaderBenchmark {
    private static final List<String> FIELDS = List.of("xy", "height", "intensity");

    /** As in the jobs. */
    private static final long BATCH_BYTES = 1L << 20;

    /** Spark's default. */
    private static final int SPARK_ROWS = 4096;

    @Param("/nowhere")
    private String source = "";

    private @Nullable Storage storage;
    private List<FileEntry> files = List.of();
    private @Nullable FieldChoice fields;
    private List<ByteBuffer> flat = List.of();
    private long points;

    @Setup
    public void list() throws IOException {
        Storage opened = Storages.of(source, new Configuration(false));
        storage = opened;
        files = opened.walk("").stream()
                .filter(file -> file.path().endsWith(".parquet"))
                .toList();
        // Settings of a job say them; Spark's reader is given its columns, too.
        fields = fields(files.get(0));
        flat = new ArrayList<>();
        for (int field = 0; field < FIELDS.size(); field++) {
            flat.add(ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.nativeOrder()));
        }
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        storage().close();
    }

    private Storage storage() {
        return Objects.requireNonNull(storage);
    }

    /** The jobs' reader: its batches are the buffers. */
    @Benchmark
    public long columns() throws IOException {
        long sum = 0;
        for (FileEntry file : files) {
            ParquetOrigin origin =
                    new ParquetOrigin(List.of(file), ParquetOrigin.RecordingRows.ALL, List.of(), file.bytes());
            try (Recording recording = origin.open(storage(), Objects.requireNonNull(fields));
                    BufferAllocator allocator = new RootAllocator();
                    CropReader reader = recording.read(0, recording.rows(), allocator, BATCH_BYTES)) {
                for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                    try (CropBatch batch = next.get()) {
                        sum += batch.points();
                    }
                }
            }
        }
        return checked(sum);
    }

    private FieldChoice fields(FileEntry entry) throws IOException {
        List<String> others = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(entry.path(), () -> storage().open(entry.path()))) {
            file.columns().stream().map(ParquetColumn::name).forEach(others::add);
        }
        others.removeAll(FIELDS);
        return new FieldChoice(
                "point_count",
                List.of(
                        PointFieldName.parse("xy:2"),
                        PointFieldName.parse("height"),
                        PointFieldName.parse("intensity")),
                FIELDS,
                others,
                CountsFrom.FILE);
    }

    /** Spark's reader: the values of its vectors are copied, in bulk. */
    @Benchmark
    public long sparkVectorised() throws IOException {
        long sum = 0;
        for (FileEntry file : files) {
            String path = storage().root() + "/" + file.path();
            try (VectorizedParquetRecordReader reader = new VectorizedParquetRecordReader(false, SPARK_ROWS)) {
                reader.initialize(path, FIELDS);
                reader.initBatch(new StructType(), InternalRow.empty());
                reader.enableReturningBatches();
                while (reader.nextBatch()) {
                    sum += copy(reader.resultBatch());
                }
            }
        }
        return checked(sum);
    }

    private long copy(ColumnarBatch batch) {
        long heights = 0;
        for (int field = 0; field < FIELDS.size(); field++) {
            ColumnVector lists = batch.column(field);
            // All lists of a batch lie one after the other in the child: one copy, the best that can be done.
            int values = values(lists, batch.numRows());
            float[] copied = lists.getChild(0).getFloats(0, values);
            if (flat.get(field).capacity() < values * Float.BYTES) {
                flat.set(field, ByteBuffer.allocateDirect(values * Float.BYTES).order(ByteOrder.nativeOrder()));
            }
            flat.get(field).clear().asFloatBuffer().put(copied);
            heights = field == 1 ? values : heights;
        }
        return heights;
    }

    private static int values(ColumnVector lists, int rows) {
        int values = 0;
        for (int row = 0; row < rows; row++) {
            values += lists.getArray(row).numElements();
        }
        return values;
    }

    private long checked(long found) {
        if (points != 0 && found != points) {
            throw new IllegalStateException("expected " + points + " points, but found " + found);
        }
        points = found;
        return found;
    }
}
