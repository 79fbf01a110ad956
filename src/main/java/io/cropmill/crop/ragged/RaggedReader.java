package io.cropmill.crop.ragged;

import io.cropmill.crop.BatchBuilder;
import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.npy.FieldPacking;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.RecordType.Field;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Reads the points of consecutive crops, which lie together in the points file, and takes the fields apart. */
final class RaggedReader implements CropReader {
    private final RaggedLayout layout;
    private final RaggedRows rows;
    private final NpyReader points;
    private final List<FieldPacking> pointPackings;
    private final List<FieldPacking> cropPackings;
    private final BufferAllocator allocator;
    private final long batchBytes;
    private final long endRow;
    private long row;

    RaggedReader(
            RaggedLayout layout,
            RaggedRows rows,
            NpyReader points,
            long firstRow,
            long endRow,
            BufferAllocator allocator,
            long batchBytes) {
        this.layout = layout;
        this.rows = rows;
        this.points = points;
        this.pointPackings = packings(layout.points());
        this.cropPackings = packings(layout.crops());
        this.row = firstRow;
        this.endRow = endRow;
        this.allocator = allocator;
        this.batchBytes = batchBytes;
    }

    private static List<FieldPacking> packings(List<Field> fields) {
        return fields.stream().map(field -> FieldPacking.of(field.type())).toList();
    }

    @Override
    public Optional<CropBatch> next() throws IOException {
        if (row == endRow) {
            return Optional.empty();
        }
        long pointBytes = points.header().rowBytes();
        long cropBytes = layout.schema().cropFields().stream()
                .mapToLong(field -> field.type().itemSize())
                .sum();
        int[] counts = new int[64];
        int[] sources = new int[64];
        int crops = 0;
        long start = rows.at(row).start();
        long end = start;
        while (row + crops < endRow
                && (crops == 0 || (end - start) * pointBytes + crops * (cropBytes + Long.BYTES) < batchBytes)) {
            RaggedPlaces.Crop crop = rows.at(row + crops);
            if (crops == counts.length) {
                counts = Arrays.copyOf(counts, 2 * crops);
                sources = Arrays.copyOf(sources, 2 * crops);
            }
            counts[crops] = crop.held();
            sources[crops++] = crop.source();
            end += crop.held();
        }
        CropBatch batch = batch(Arrays.copyOf(counts, crops), Arrays.copyOf(sources, crops), start, end - start);
        row += crops;
        return Optional.of(batch);
    }

    private CropBatch batch(int[] counts, int[] sources, long start, long count) throws IOException {
        int recordBytes = Math.toIntExact(points.header().rowBytes());
        try (ArrowBuf records = allocator.buffer(Math.max(1, Math.multiplyExact(count, (long) recordBytes)));
                BatchBuilder builder = new BatchBuilder(layout.schema(), row, counts, allocator)) {
            ByteBuffer bytes = records.nioBuffer(0, Math.toIntExact(count * recordBytes));
            points.readRows(start, Math.toIntExact(count), bytes);
            for (int field = 0; field < layout.points().size() && count > 0; field++) {
                FieldPacking packing = pointPackings.get(field);
                packing.pack(
                        bytes,
                        Math.toIntExact(layout.points().get(field).offset()),
                        recordBytes,
                        nio(builder.points(field)),
                        0,
                        Math.toIntExact(packing.packedSize()),
                        Math.toIntExact(count));
            }
            for (int field = 0; field < layout.crops().size(); field++) {
                copyCrops(field, counts.length, nio(builder.crops(field)));
            }
            return builder.build(sources);
        }
    }

    private void copyCrops(int field, int crops, ByteBuffer target) throws IOException {
        FieldPacking packing = cropPackings.get(field);
        for (int crop = 0; crop < crops; crop++) {
            rows.copy(
                    row + crop,
                    layout.crops().get(field),
                    packing,
                    target,
                    Math.toIntExact(crop * packing.packedSize()));
        }
    }

    private static ByteBuffer nio(ArrowBuf buffer) {
        return buffer.nioBuffer(0, Math.toIntExact(buffer.capacity()));
    }

    @Override
    public void close() {
        // The recording owns the channels.
    }
}
