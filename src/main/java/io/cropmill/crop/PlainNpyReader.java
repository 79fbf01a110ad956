package io.cropmill.crop;

import io.cropmill.npy.FieldPacking;
import io.cropmill.storage.LentBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Reads rows of a plain array and takes each field's values out of the real points. */
final class PlainNpyReader implements CropReader {
    private final PlainNpyRecording recording;
    private final PlainLayout layout;
    private final List<FieldPacking> packings;
    private final BufferAllocator allocator;
    private final LentBuffer lent;
    private final ByteBuffer rows;
    private final int batchRows;
    private final long endRow;
    private long row;

    PlainNpyReader(PlainNpyRecording recording, long firstRow, long endRow, BufferAllocator allocator, int batchRows)
            throws IOException {
        this.recording = recording;
        this.layout = recording.layout();
        this.allocator = allocator;
        this.row = firstRow;
        this.endRow = endRow;
        this.batchRows = batchRows;
        this.packings = layout.schema().pointFields().stream()
                .map(field -> FieldPacking.of(layout.type()))
                .toList();
        this.lent = LentBuffer.ofRow(recording.file(), Math.toIntExact(batchRows * layout.rowBytes()));
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
        int crops = (int) Math.min(batchRows, endRow - row);
        recording.read(row, crops, rows.clear());
        int[] counts = new int[crops];
        for (int crop = 0; crop < crops; crop++) {
            counts[crop] = recording.checkedCount(row + crop, rows, Math.toIntExact(crop * layout.rowBytes()));
        }
        try (BatchBuilder builder = new BatchBuilder(schema(), row, counts, allocator)) {
            int valueOffset = 0;
            for (int field = 0; field < packings.size(); field++) {
                copy(field, valueOffset, counts, builder.points(field));
                valueOffset += Math.toIntExact(
                        layout.schema().pointFields().get(field).type().itemSize());
            }
            row += crops;
            return Optional.of(builder.build());
        }
    }

    private void copy(int field, int valueOffset, int[] counts, ArrowBuf target) {
        FieldPacking packing = packings.get(field);
        int width = Math.toIntExact(
                ArrowFields.width(layout.schema().pointFields().get(field).type()));
        int size = (int) layout.type().itemSize();
        int stride = Math.toIntExact(layout.pointBytes());
        ByteBuffer bytes = target.nioBuffer(0, Math.toIntExact(target.capacity()));
        int at = 0;
        for (int crop = 0; crop < counts.length; crop++) {
            int first = Math.toIntExact(crop * layout.rowBytes()) + valueOffset;
            for (int value = 0; value < width && counts[crop] > 0; value++) {
                packing.pack(rows, first + value * size, stride, bytes, at + value * size, width * size, counts[crop]);
            }
            at += counts[crop] * width * size;
        }
    }

    @Override
    public void close() {
        // The recording owns the channel.
        lent.close();
    }
}
