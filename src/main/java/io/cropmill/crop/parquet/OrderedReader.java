package io.cropmill.crop.parquet;

import io.cropmill.crop.BatchBuilder;
import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.parquet.RowRuns.RowRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Reads rows that do not stand in the files in their order. It takes windows of rows, reads each window's rows in the
 * order of the files, every row group once, and puts them in order in memory.
 *
 * <p>The bytes of rows are known only when they are decoded: a window that turns out too large is given up and
 * read again with fewer rows, so that no more than its bytes and one batch are ever held, or a single row.
 */
final class OrderedReader implements CropReader {
    /** Larger windows read row groups less often; this many bytes a task are in memory beside the batch. */
    static final long WINDOW_BYTES = 64L << 20;

    /** Bytes that are read beyond a window before the reader sees it. */
    static final long READ_BYTES = WINDOW_BYTES / 8;

    /** Bytes of a crop in the window beside its values. */
    private static final long PLACE_BYTES = 64;

    private final CropSchema schema;
    private final Physical physical;
    private final BufferAllocator allocator;
    private final long batchBytes;
    private final long windowBytes;
    private final long cropBytes;
    private final long mostRows;
    private final List<RowRun> runs;
    private final List<CropBatch> held = new ArrayList<>();
    private WindowCrop[] places = {};
    private int nextPlace;
    private long windowRows;
    private int run;
    private long passed;
    private long row;

    /** Reads runs that stand in file order. */
    interface Physical {
        CropReader read(List<RowRun> runs) throws IOException;
    }

    /**
     * How much is read at once.
     *
     * @param batch bytes of a batch
     * @param row bytes of a row, guessed
     * @param window most bytes of decoded rows in a window of more than one row
     */
    record ReadSizes(long batch, long row, long window) {}

    /** A crop of the window. */
    private record WindowCrop(CropBatch batch, int crop) {}

    /** A part of the window's rows: where it stands in the window. */
    private record WindowPart(RowRun run, int first) {}

    /** Reads runs in their order. */
    OrderedReader(
            CropSchema schema,
            Physical physical,
            List<RowRun> runs,
            long firstRow,
            BufferAllocator allocator,
            ReadSizes sizes) {
        this.schema = schema;
        this.physical = physical;
        this.runs = runs;
        this.row = firstRow;
        this.allocator = allocator;
        this.batchBytes = sizes.batch;
        this.windowBytes = sizes.window;
        this.cropBytes = PLACE_BYTES
                + schema.cropFields().stream()
                        .mapToLong(field -> field.type().itemSize())
                        .sum();
        this.mostRows = Math.max(1, windowBytes / Math.max(cropBytes, sizes.row));
        this.windowRows = mostRows;
    }

    @Override
    public Optional<CropBatch> next() throws IOException {
        if (nextPlace == places.length) {
            if (run == runs.size()) {
                return Optional.empty();
            }
            readWindow();
        }
        int end = nextPlace;
        long bytes = 0;
        long pointBytes = schema.pointType().itemSize();
        while (end < places.length && (end == nextPlace || bytes < batchBytes)) {
            WindowCrop place = places[end++];
            bytes += place.batch.pointCount(place.crop) * pointBytes + cropBytes;
        }
        CropBatch batch = gathered(Arrays.asList(places).subList(nextPlace, end));
        nextPlace = end;
        row += batch.crops();
        return Optional.of(batch);
    }

    private void readWindow() throws IOException {
        int firstRun = run;
        long firstPassed = passed;
        while (true) {
            release();
            run = firstRun;
            passed = firstPassed;
            List<WindowPart> parts = nextParts();
            int rows = parts.stream()
                    .mapToInt(part -> Math.toIntExact(part.run.rows()))
                    .sum();
            parts.sort(Comparator.comparingInt((WindowPart part) -> part.run.file())
                    .thenComparingInt(part -> part.run.group().index())
                    .thenComparingLong(part -> part.run.start()));
            places = new WindowCrop[rows];
            long bytes = readParts(parts);
            if (bytes <= windowBytes || rows == 1) {
                // Rows of one recording are of all sizes: after large ones the windows grow again.
                windowRows = bytes < windowBytes / 2 ? Math.min(mostRows, 2 * windowRows) : windowRows;
                return;
            }
            windowRows = Math.max(1, rows / 2);
        }
    }

    /** Takes the rows of a window off the runs. */
    private List<WindowPart> nextParts() {
        List<WindowPart> parts = new ArrayList<>();
        int rows = 0;
        while (run < runs.size() && rows < windowRows) {
            RowRun left = runs.get(run).from(passed);
            RowRun taken = left.first(Math.min(left.rows(), windowRows - rows));
            parts.add(new WindowPart(taken, rows));
            rows += Math.toIntExact(taken.rows());
            passed += taken.rows();
            if (taken.rows() == left.rows()) {
                run++;
                passed = 0;
            }
        }
        return parts;
    }

    /** Reads the rows of a window and returns their bytes; ends early once they are too many. */
    private long readParts(List<WindowPart> parts) throws IOException {
        long bytes = 0;
        long pointBytes = schema.pointType().itemSize();
        try (CropReader reader =
                physical.read(parts.stream().map(WindowPart::run).toList())) {
            int part = 0;
            int done = 0;
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                held.add(next.get());
                bytes += next.get().points() * pointBytes + next.get().crops() * cropBytes;
                if (bytes > windowBytes && places.length > 1) {
                    return bytes;
                }
                for (int crop = 0; crop < next.get().crops(); crop++) {
                    places[parts.get(part).first + done] = new WindowCrop(next.get(), crop);
                    done++;
                    if (done == parts.get(part).run.rows()) {
                        part++;
                        done = 0;
                    }
                }
            }
        }
        return bytes;
    }

    private CropBatch gathered(List<WindowCrop> crops) {
        int[] counts = crops.stream()
                .mapToInt(place -> place.batch.pointCount(place.crop))
                .toArray();
        try (BatchBuilder builder = new BatchBuilder(schema, row, counts, allocator)) {
            for (int field = 0; field < schema.pointFields().size(); field++) {
                long size = schema.pointFields().get(field).type().itemSize();
                long at = 0;
                for (WindowCrop place : crops) {
                    long bytes = place.batch.pointCount(place.crop) * size;
                    ArrowBuf source = place.batch.pointBytes(field);
                    builder.points(field).setBytes(at, source, place.batch.pointStart(place.crop) * size, bytes);
                    at += bytes;
                }
            }
            for (int field = 0; field < schema.cropFields().size(); field++) {
                long size = schema.cropFields().get(field).type().itemSize();
                for (int i = 0; i < crops.size(); i++) {
                    ArrowBuf source = crops.get(i).batch.cropBytes(field);
                    builder.crops(field).setBytes(i * size, source, crops.get(i).crop * size, size);
                }
            }
            return builder.build();
        }
    }

    private void release() {
        held.forEach(CropBatch::close);
        held.clear();
        places = new WindowCrop[0];
        nextPlace = 0;
    }

    @Override
    public void close() {
        release();
    }
}
