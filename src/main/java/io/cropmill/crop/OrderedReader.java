package io.cropmill.crop;

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
 */
final class OrderedReader implements CropReader {
    /** Larger windows read row groups less often; this many bytes a task are in memory beside the batch. */
    static final long WINDOW_BYTES = 64L << 20;

    private final CropSchema schema;
    private final Physical physical;
    private final BufferAllocator allocator;
    private final long batchBytes;
    private final long windowRows;
    private final List<RowRun> runs;
    private final List<CropBatch> held = new ArrayList<>();
    private Place[] places = {};
    private int nextPlace;
    private int run;
    private long passed;
    private long row;

    /** Reads runs that stand in file order. */
    interface Physical {
        CropReader read(List<RowRun> runs) throws IOException;
    }

    /** A crop of the window. */
    private record Place(CropBatch batch, int crop) {}

    /** A part of the window's rows: where it stands in the window. */
    private record Part(RowRun run, int first) {}

    OrderedReader(
            CropSchema schema,
            Physical physical,
            List<RowRun> runs,
            long firstRow,
            BufferAllocator allocator,
            long batchBytes,
            long rowBytes) {
        this.schema = schema;
        this.physical = physical;
        this.runs = runs;
        this.row = firstRow;
        this.allocator = allocator;
        this.batchBytes = batchBytes;
        this.windowRows = Math.max(1, Math.max(batchBytes, WINDOW_BYTES) / Math.max(1, rowBytes));
    }

    @Override
    public CropSchema schema() {
        return schema;
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
            Place place = places[end++];
            bytes += place.batch.pointCount(place.crop) * pointBytes;
        }
        CropBatch batch = gathered(Arrays.asList(places).subList(nextPlace, end));
        nextPlace = end;
        row += batch.crops();
        return Optional.of(batch);
    }

    private void readWindow() throws IOException {
        release();
        List<Part> parts = new ArrayList<>();
        int rows = 0;
        while (run < runs.size() && rows < windowRows) {
            RowRun left = runs.get(run).from(passed);
            RowRun taken = left.first(Math.min(left.rows(), windowRows - rows));
            parts.add(new Part(taken, rows));
            rows += Math.toIntExact(taken.rows());
            passed += taken.rows();
            if (taken.rows() == left.rows()) {
                run++;
                passed = 0;
            }
        }
        parts.sort(Comparator.comparingInt((Part part) -> part.run.file())
                .thenComparingInt(part -> part.run.group().index())
                .thenComparingLong(part -> part.run.start()));
        places = new Place[rows];
        readParts(parts);
    }

    private void readParts(List<Part> parts) throws IOException {
        try (CropReader reader = physical.read(parts.stream().map(Part::run).toList())) {
            int part = 0;
            int done = 0;
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                held.add(next.get());
                for (int crop = 0; crop < next.get().crops(); crop++) {
                    places[parts.get(part).first + done] = new Place(next.get(), crop);
                    done++;
                    if (done == parts.get(part).run.rows()) {
                        part++;
                        done = 0;
                    }
                }
            }
        }
    }

    private CropBatch gathered(List<Place> crops) {
        int[] counts = crops.stream()
                .mapToInt(place -> place.batch.pointCount(place.crop))
                .toArray();
        try (BatchBuilder builder = new BatchBuilder(schema, row, counts, allocator)) {
            for (int field = 0; field < schema.pointFields().size(); field++) {
                long size = schema.pointFields().get(field).type().itemSize();
                long at = 0;
                for (Place place : crops) {
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
        places = new Place[0];
        nextPlace = 0;
    }

    @Override
    public void close() {
        release();
    }
}
