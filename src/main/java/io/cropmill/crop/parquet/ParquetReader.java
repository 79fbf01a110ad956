package io.cropmill.crop.parquet;

import io.cropmill.crop.BatchBuilder;
import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropException;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.parquet.RowRuns.RowRun;
import io.cropmill.parquet.GrowingBytes;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Fills batches field by field. The first point field leads: its rows are read until the batch is full, then the same
 * rows of the other fields, whose sizes are known by then.
 */
final class ParquetReader implements CropReader {
    /** Row and count of a crop. */
    private static final int ROW_BYTES = Long.BYTES + Integer.BYTES;

    private final ParquetFields fields;
    private final GroupColumns columns;
    private final List<RowRun> runs;
    private final BufferAllocator allocator;
    private final long batchBytes;
    private final long pointBytes;
    private long row;
    private int run;
    private long passed;

    ParquetReader(
            ParquetFields fields,
            GroupColumns columns,
            List<RowRun> runs,
            long firstRow,
            BufferAllocator allocator,
            long batchBytes) {
        this.fields = fields;
        this.columns = columns;
        this.runs = runs;
        this.row = firstRow;
        this.allocator = allocator;
        this.batchBytes = batchBytes;
        this.pointBytes = fields.schema().pointType().itemSize();
    }

    @Override
    public Optional<CropBatch> next() throws IOException {
        if (run == runs.size()) {
            return Optional.empty();
        }
        try (Filling filling = new Filling()) {
            while (run < runs.size() && !filling.isFull()) {
                RowRun left = runs.get(run).from(passed);
                columns.seek(left);
                long rows = filling.lead(left.rows());
                filling.follow(rows);
                columns.advance(rows);
                passed += rows;
                if (rows == left.rows()) {
                    run++;
                    passed = 0;
                }
            }
            CropBatch batch = filling.build();
            row += batch.crops();
            return Optional.of(batch);
        }
    }

    /** A batch that is being read. */
    private final class Filling implements AutoCloseable {
        private final List<GrowingBytes> points = new ArrayList<>();
        private final List<GrowingBytes> crops = new ArrayList<>();
        private int[] counts = new int[64];
        private int crop;
        private int led;
        private long bytes;

        boolean isFull() {
            return bytes >= batchBytes || led == Integer.MAX_VALUE;
        }

        /** Reads rows of the first point field until they are enough; returns how many. */
        long lead(long most) throws IOException {
            if (points.isEmpty()) {
                // The last row goes beyond the share: half as much again holds it without a copy of all before.
                long share = Math.min(batchBytes, Integer.MAX_VALUE / 2) * 3 / 2 / Math.max(1, pointBytes);
                points.add(new GrowingBytes(allocator, Math.multiplyExact(share, pointSize(0))));
            }
            long rows = 0;
            NumberColumnReader count = columns.count();
            while (rows < most && !isFull()) {
                long said = count == null ? Integer.MAX_VALUE : count.next();
                long kept = points(0, rows, said, count != null);
                if (led == counts.length) {
                    counts = Arrays.copyOf(counts, 2 * led);
                }
                counts[led++] = (int) kept;
                bytes += kept * pointBytes + fields.cropBytes() + ROW_BYTES;
                rows++;
            }
            return rows;
        }

        /** Reads the same rows of all other fields. */
        void follow(long rows) throws IOException {
            long sum = 0;
            for (int i = crop; i < led; i++) {
                sum += counts[i];
            }
            for (int field = 1; field < fields.points().size(); field++) {
                target(points, field, sum * pointSize(field));
                for (int i = 0; i < rows; i++) {
                    points(field, i, counts[crop + i], columns.count() != null);
                }
            }
            for (int field = 0; field < fields.schema().cropFields().size(); field++) {
                long size = fields.schema().cropFields().get(field).type().itemSize();
                target(crops, field, rows * size);
                columns.crops(field, Math.toIntExact(rows), crops.get(field));
            }
            crop = led;
        }

        private void target(List<GrowingBytes> targets, int field, long capacity) {
            if (targets.size() == field) {
                targets.add(new GrowingBytes(allocator, capacity));
            }
        }

        /** Reads one row of a point field: at least {@code said} points if they are padded, else exactly {@code said}. */
        private long points(int field, long rowsRead, long said, boolean isPadded) throws IOException {
            long held = said < 0 ? 0 : columns.points(field, said, points.get(field));
            boolean unsaid = field == 0 && !isPadded;
            if (said < 0 || held < said && !unsaid || held > said && !isPadded) {
                throw wrongCount(field, rowsRead, said, held, isPadded);
            }
            return Math.min(said, held);
        }

        private CropException wrongCount(int field, long rowsRead, long said, long held, boolean isPadded) {
            String column = fields.points().get(field).name();
            long fileRow = columns.fileRow() + rowsRead;
            NumberColumnReader count = columns.count();
            if (isPadded && fields.count() != null && count != null) {
                return new CropException(String.format(
                        Locale.ROOT,
                        "[%s] Expected %s from 0 to %,d, the length of column '%s', at row %,d, but found %,d",
                        columns.fileName(),
                        fields.count().name(),
                        held,
                        column,
                        fileRow,
                        count.value(said)));
            }
            return new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected %s in column '%s' at row %,d, as in column '%s', but found %,d",
                    columns.fileName(),
                    Figures.counted(said, "point"),
                    column,
                    fileRow,
                    fields.points().get(0).name(),
                    held));
        }

        private long pointSize(int field) {
            return fields.schema().pointFields().get(field).type().itemSize();
        }

        CropBatch build() {
            List<ArrowBuf> filled = new ArrayList<>();
            points.forEach(target -> filled.add(target.take()));
            crops.forEach(target -> filled.add(target.take()));
            try (BatchBuilder builder =
                    new BatchBuilder(fields.schema(), row, Arrays.copyOf(counts, led), allocator, filled)) {
                return builder.build();
            }
        }

        @Override
        public void close() {
            points.forEach(GrowingBytes::close);
            crops.forEach(GrowingBytes::close);
        }
    }

    @Override
    public void close() throws IOException {
        columns.close();
    }
}
