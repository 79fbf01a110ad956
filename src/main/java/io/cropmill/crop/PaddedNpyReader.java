package io.cropmill.crop;

import io.cropmill.npy.FieldPacking;
import io.cropmill.npy.RecordType.Field;
import io.cropmill.storage.LentBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Reads rows in one sequential stream and copies what is real out of each: of a point field the first {@code point_count}
 * items, of a crop field the value. Padding, of rows and of records, goes no further than the read buffer.
 */
final class PaddedNpyReader implements CropReader {
    private final PaddedNpyRecording recording;
    private final PaddedLayout layout;
    private final List<FieldPacking> pointPackings;
    private final List<FieldPacking> cropPackings;
    private final BufferAllocator allocator;
    private final LentBuffer lent;
    private final ByteBuffer rows;
    private final long endRow;
    private long row;

    PaddedNpyReader(
            PaddedNpyRecording recording, long firstRow, long endRow, BufferAllocator allocator, long batchBytes)
            throws IOException {
        this.recording = recording;
        this.layout = recording.layout();
        this.allocator = allocator;
        this.row = firstRow;
        this.endRow = endRow;
        this.pointPackings = layout.points().stream()
                .map(field -> FieldPacking.of(PaddedRow.onePoint(field)))
                .toList();
        this.cropPackings = layout.crops().stream()
                .map(field -> FieldPacking.of(field.type()))
                .toList();
        long most = Math.min(endRow - firstRow, Math.max(1, batchBytes / layout.rowBytes()));
        long bytes = Math.min(most, Integer.MAX_VALUE / layout.rowBytes()) * layout.rowBytes();
        this.lent = LentBuffer.ofRow(recording.file(), Math.toIntExact(bytes));
        this.rows = lent.buffer();
    }

    @Override
    public CropSchema schema() {
        return layout.schema();
    }

    @Override
    public Optional<CropBatch> next() throws IOException {
        if (row == endRow) {
            return Optional.empty();
        }
        int crops = Math.toIntExact(Math.min(endRow - row, rows.capacity() / layout.rowBytes()));
        recording.readFully(recording.rowOffset(row), rows.clear().limit(Math.toIntExact(crops * layout.rowBytes())));
        int[] counts = new int[crops];
        for (int crop = 0; crop < crops; crop++) {
            counts[crop] = recording.checkedCount(rows, at(crop, layout.count()), row + crop);
        }
        CropBatch batch = batch(counts);
        row += crops;
        return Optional.of(batch);
    }

    private CropBatch batch(int[] counts) {
        try (BatchBuilder builder = new BatchBuilder(schema(), row, counts, allocator)) {
            for (int field = 0; field < layout.points().size(); field++) {
                copyPoints(field, counts, builder.points(field));
            }
            for (int field = 0; field < layout.crops().size(); field++) {
                copyCrops(field, counts.length, builder.crops(field));
            }
            return builder.build();
        }
    }

    private void copyPoints(int field, int[] counts, ArrowBuf target) {
        FieldPacking packing = pointPackings.get(field);
        ByteBuffer bytes = nio(target);
        int offset = 0;
        for (int crop = 0; crop < counts.length; crop++) {
            packing.pack(rows, at(crop, layout.points().get(field)), bytes, offset, counts[crop]);
            offset += Math.toIntExact(counts[crop] * packing.packedSize());
        }
    }

    private void copyCrops(int field, int crops, ArrowBuf target) {
        FieldPacking packing = cropPackings.get(field);
        ByteBuffer bytes = nio(target);
        for (int crop = 0; crop < crops; crop++) {
            packing.pack(
                    rows, at(crop, layout.crops().get(field)), bytes, Math.toIntExact(crop * packing.packedSize()), 1);
        }
    }

    private int at(int crop, Field field) {
        return Math.toIntExact(crop * layout.rowBytes() + field.offset());
    }

    private static ByteBuffer nio(ArrowBuf buffer) {
        return buffer.nioBuffer(0, Math.toIntExact(buffer.capacity()));
    }

    @Override
    public void close() {
        // The recording owns the channel.
        lent.close();
    }
}
