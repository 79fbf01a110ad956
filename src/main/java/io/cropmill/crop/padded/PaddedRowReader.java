package io.cropmill.crop.padded;

import io.cropmill.crop.BatchBuilder;
import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.storage.LentBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Reads rows in one sequential stream and copies what is real out of each: of a point field as many values as the row has
 * points, of a crop field the value. Padding, of rows and of records, goes no further than the read buffer.
 */
final class PaddedRowReader implements CropReader {
    private final PaddedRecording recording;
    private final List<PaddedRecording.FieldPlace> points;
    private final List<PaddedRecording.FieldPlace> crops;
    private final BufferAllocator allocator;
    private final int rowBytes;
    private final int batchRows;
    private final LentBuffer lent;
    private final ByteBuffer rows;
    private final long endRow;
    private long row;

    PaddedRowReader(PaddedRecording recording, long firstRow, long endRow, int batchRows, BufferAllocator allocator)
            throws IOException {
        this.recording = recording;
        this.points = recording.pointPlaces();
        this.crops = recording.cropPlaces();
        this.allocator = allocator;
        this.rowBytes = Math.toIntExact(recording.npy.header().rowBytes());
        this.batchRows = batchRows;
        this.row = firstRow;
        this.endRow = endRow;
        this.lent = LentBuffer.ofRow(recording.file, Math.multiplyExact(batchRows, rowBytes));
        this.rows = lent.buffer();
    }

    @Override
    public Optional<CropBatch> next() throws IOException {
        if (row == endRow) {
            return Optional.empty();
        }
        int count = (int) Math.min(batchRows, endRow - row);
        recording.npy.readRows(row, count, rows.clear());
        int[] counts = new int[count];
        for (int crop = 0; crop < count; crop++) {
            counts[crop] = recording.checkedCount(row + crop, rows, crop * rowBytes);
        }
        try (BatchBuilder builder = new BatchBuilder(recording.schema(), row, counts, allocator)) {
            for (int field = 0; field < points.size(); field++) {
                copyPoints(field, points.get(field).offset(), counts, nio(builder.points(field)));
            }
            for (int field = 0; field < crops.size(); field++) {
                PaddedRecording.FieldPlace place = crops.get(field);
                ByteBuffer target = nio(builder.crops(field));
                for (int crop = 0; crop < count; crop++) {
                    int at = Math.toIntExact(crop * place.packing().packedSize());
                    place.packing().pack(rows, crop * rowBytes + place.offset(), target, at, 1);
                }
            }
            row += count;
            return Optional.of(builder.build());
        }
    }

    private void copyPoints(int field, int offset, int[] counts, ByteBuffer target) {
        PaddedRecording.FieldPlace place = points.get(field);
        int size = Math.toIntExact(place.packing().packedSize());
        int at = 0;
        for (int crop = 0; crop < counts.length; crop++) {
            if (counts[crop] > 0) {
                int first = crop * rowBytes + offset;
                place.packing().pack(rows, first, place.stride(), target, at, size, counts[crop]);
                at += Math.multiplyExact(counts[crop], size);
            }
        }
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
