package io.cropmill.crop.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.crop.BatchBuilder;
import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.parquet.RowRuns.RowRun;
import io.cropmill.npy.ScalarType;
import io.cropmill.parquet.ParquetFile.RowGroup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

class OrderedReaderTest {
    private static final CropSchema SCHEMA = new CropSchema(
            List.of(new CropSchema.CropField("height", ScalarType.FLOAT32)),
            List.of(new CropSchema.CropField("row", ScalarType.INT64)));
    private static final int ROWS = 200;
    private static final RowGroup GROUP = new RowGroup(0, 0, ROWS, 1000);
    private static final long WINDOW = 1 << 20;
    private static final int LARGE_CROP = 300_000;

    private final List<Integer> batches = new ArrayList<>();
    private int points = 10_000;
    private long batchBytes = 1 << 16;
    private int opened;

    /** Rows of a file whose few bytes decode to many: row r holds r in its crop field and as its points' height. */
    private CropReader physical(List<RowRun> runs, BufferAllocator allocator, int largeRow) {
        opened++;
        List<Integer> rows = new ArrayList<>();
        for (RowRun run : runs) {
            for (long row = run.start(); row < run.start() + run.rows(); row++) {
                rows.add((int) row);
            }
        }
        return new CropReader() {
            private int next;

            @Override
            public Optional<CropBatch> next() {
                if (next == rows.size()) {
                    return Optional.empty();
                }
                int row = rows.get(next++);
                int count = row == largeRow ? LARGE_CROP : points;
                try (BatchBuilder builder = new BatchBuilder(SCHEMA, 0, new int[] {count}, allocator)) {
                    for (int point = 0; point < count; point++) {
                        builder.points(0).setFloat((long) point * Float.BYTES, row);
                    }
                    builder.crops(0).setLong(0, row);
                    return Optional.of(builder.build());
                }
            }

            @Override
            public void close() {
                // Batches are the caller's.
            }
        };
    }

    private List<Long> read(List<RowRun> runs, int largeRow, BufferAllocator allocator) throws IOException {
        List<Long> rows = new ArrayList<>();
        try (OrderedReader reader = new OrderedReader(
                SCHEMA,
                wanted -> physical(wanted, allocator, largeRow),
                runs,
                0,
                allocator,
                new OrderedReader.ReadSizes(batchBytes, 5, WINDOW))) {
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                try (CropBatch batch = next.get()) {
                    batches.add(batch.crops());
                    for (int crop = 0; crop < batch.crops(); crop++) {
                        long row = batch.cropBytes(0).getLong((long) crop * Long.BYTES);
                        assertThat(batch.pointBytes(0).getFloat((long) batch.pointStart(crop) * Float.BYTES))
                                .isEqualTo(row);
                        rows.add(row);
                    }
                }
            }
        }
        return rows;
    }

    private static List<RowRun> backwards() {
        List<RowRun> runs = new ArrayList<>();
        for (int row = ROWS - 1; row >= 0; row--) {
            runs.add(new RowRun(0, GROUP, row, 1));
        }
        return runs;
    }

    private static List<Long> rowsBackwards() {
        return backwards().stream().map(RowRun::start).toList();
    }

    @Test
    void holdsNoMoreThanAWindowOfRowsThatDecodeToMuchMoreThanTheirFileSays() throws IOException {
        try (RootAllocator allocator = new RootAllocator()) {
            assertThat(read(backwards(), -1, allocator)).isEqualTo(rowsBackwards());
            // 8 MB of points in all; beside the window one batch that is read, one that is handed over.
            assertThat(allocator.getPeakMemoryAllocation()).isBetween(WINDOW / 2, 2 * WINDOW);
            assertThat(allocator.getAllocatedMemory()).isZero();
        }
    }

    @Test
    void readsARowLargerThanTheWindowAloneAndGoesOnWithMany() throws IOException {
        try (RootAllocator allocator = new RootAllocator()) {
            assertThat(read(backwards(), 150, allocator)).isEqualTo(rowsBackwards());
            assertThat(allocator.getPeakMemoryAllocation()).isLessThan(4L * LARGE_CROP * Float.BYTES);
            // 9 windows of 26 rows would do; the large row costs some more.
            assertThat(opened).isLessThan(40);
        }
    }

    @Test
    void endsBatchesOfFewPointsByTheBytesOfTheirCropFields() throws IOException {
        points = 1;
        // 64 bytes whatever a crop holds, 8 of its field, 4 of its point.
        batchBytes = 10 * (64 + 8 + 4);
        try (RootAllocator allocator = new RootAllocator()) {
            assertThat(read(backwards(), -1, allocator)).isEqualTo(rowsBackwards());
        }
        assertThat(batches).hasSize(ROWS / 10).containsOnly(10);
    }
}
