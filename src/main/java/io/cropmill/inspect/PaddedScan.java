package io.cropmill.inspect;

import io.cropmill.crop.PaddedRow;
import io.cropmill.npy.FieldPacking;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.RecordType.Field;
import io.cropmill.storage.LentBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Looks at the points and the padding of rows of one padded recording. All slots of a row are packed into point records,
 * so that what is padding of the record itself plays no part. For one thread.
 */
final class PaddedScan {
    private static final int BATCH_BYTES = 4 << 20;

    private final String file;
    private final NpyReader reader;
    private final PaddedRow row;
    private final List<FieldPacking> packings = new ArrayList<>();
    private final PointScan points;
    private final PaddingItem paddingItem;
    private final int[] offsets;
    private final int recordBytes;
    private final ByteBuffer records;

    PaddedScan(String file, NpyReader reader, PaddedRow row, PointScan points) {
        this.file = file;
        this.reader = reader;
        this.row = row;
        RecordType point = row.schema().pointType();
        this.points = points;
        this.paddingItem = new PaddingItem(point);
        this.recordBytes = Math.toIntExact(point.itemSize());
        this.offsets = point.fields().stream()
                .mapToInt(field -> Math.toIntExact(field.offset()))
                .toArray();
        for (Field field : row.points()) {
            packings.add(FieldPacking.of(PaddedRow.onePoint(field)));
        }
        this.records = ByteBuffer.allocate(Math.toIntExact(Math.multiplyExact(row.capacity(), recordBytes)))
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Looks at the rows from {@code first} on, of which the point counts are known. */
    void scan(long first, int[] counts) throws IOException {
        int rowBytes = Math.toIntExact(row.type().itemSize());
        int most = Math.max(1, BATCH_BYTES / rowBytes);
        try (LentBuffer lent =
                LentBuffer.ofRow(file, Math.toIntExact((long) Math.min(most, counts.length) * rowBytes))) {
            ByteBuffer rows = lent.buffer();
            int done = 0;
            while (done < counts.length) {
                int batch = Math.min(most, counts.length - done);
                reader.readRows(first + done, batch, rows.clear());
                for (int i = 0; i < batch; i++) {
                    look(rows, i * rowBytes, first + done + i, counts[done + i]);
                }
                done += batch;
            }
        }
    }

    private void look(ByteBuffer rows, int at, long number, int count) {
        int capacity = Math.toIntExact(row.capacity());
        for (int field = 0; field < packings.size(); field++) {
            FieldPacking packing = packings.get(field);
            int from = at + (int) row.points().get(field).offset();
            packing.pack(
                    rows, from, Math.toIntExact(packing.itemSize()), records, offsets[field], recordBytes, capacity);
        }
        PointScan.FieldBytes[] fields = new PointScan.FieldBytes[offsets.length];
        for (int field = 0; field < fields.length; field++) {
            fields[field] = new PointScan.FieldBytes(records, offsets[field], recordBytes);
        }
        points.crop(number, count, fields);
        points.padding(padding(count, capacity), "[" + file + "] row " + number);
    }

    private PointValues.SlotPadding padding(int count, int capacity) {
        if (count == capacity || recordBytes == 0) {
            return PointValues.SlotPadding.NONE;
        }
        PointValues.SlotPadding found = PointValues.SlotPadding.ZERO;
        Set<ByteBuffer> real = null;
        for (int point = count; point < capacity; point++) {
            int at = point * recordBytes;
            if (areZeros(at, at + recordBytes) || paddingItem.isZero(records, at)) {
                continue;
            }
            if (paddingItem.isNaN(records, at)) {
                found = found == PointValues.SlotPadding.ZERO ? PointValues.SlotPadding.NAN : found;
                continue;
            }
            if (real == null) {
                real = IntStream.range(0, count).mapToObj(this::record).collect(Collectors.toSet());
            }
            if (!real.contains(record(point))) {
                return PointValues.SlotPadding.OTHER;
            }
            found = PointValues.SlotPadding.COPIES;
        }
        return found;
    }

    private ByteBuffer record(int point) {
        return records.slice(point * recordBytes, recordBytes);
    }

    private boolean areZeros(int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            if (records.getLong(at) != 0) {
                return false;
            }
        }
        for (; at < to; at++) {
            if (records.get(at) != 0) {
                return false;
            }
        }
        return true;
    }
}
