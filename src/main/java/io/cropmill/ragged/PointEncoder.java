package io.cropmill.ragged;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropSchema.CropField;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Turns the point fields of a crop, one buffer a field, into packed records, one after the other:
 *
 * <pre>
 * x0 y0 x1 y1 ... | h0 h1 ... | i0 i1 ...   becomes   x0 y0 h0 i0 | x1 y1 h1 i1 | ...
 * </pre>
 *
 * <p>All buffers are direct ones.
 */
final class PointEncoder {
    private final int[] sizes;
    private final int[] offsets;
    private final int recordBytes;
    private final ByteBuffer[] fields;

    PointEncoder(List<CropField> pointFields) {
        sizes = pointFields.stream()
                .mapToInt(field -> Math.toIntExact(field.type().itemSize()))
                .toArray();
        offsets = new int[sizes.length];
        int offset = 0;
        for (int field = 0; field < sizes.length; field++) {
            offsets[field] = offset;
            offset = Math.addExact(offset, sizes[field]);
        }
        recordBytes = offset;
        fields = new ByteBuffer[sizes.length];
    }

    int recordBytes() {
        return recordBytes;
    }

    /** Takes the points of a batch, until the next. */
    void use(CropBatch batch) {
        for (int field = 0; field < fields.length; field++) {
            long bytes = Math.multiplyExact((long) batch.points(), sizes[field]);
            fields[field] =
                    batch.pointBytes(field).nioBuffer(0, Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** Points of the batch, a little-endian buffer a field. */
    ByteBuffer[] fields() {
        return fields;
    }

    /** Writes {@code count} points from point {@code first} of the batch on, at the target's position, which moves on. */
    void encode(int first, int count, ByteBuffer target) {
        int at = target.position();
        for (int field = 0; field < fields.length; field++) {
            scatter(fields[field], first * sizes[field], sizes[field], count, target, at + offsets[field]);
        }
        target.position(at + count * recordBytes);
    }

    /** Writes the points at the given places behind point {@code first}, at the target's position, which moves on. */
    void encode(int first, int[] kept, ByteBuffer target) {
        int at = target.position();
        for (int field = 0; field < fields.length; field++) {
            int size = sizes[field];
            for (int point = 0; point < kept.length; point++) {
                target.put(
                        at + offsets[field] + point * recordBytes, fields[field], (first + kept[point]) * size, size);
            }
        }
        target.position(at + kept.length * recordBytes);
    }

    /** Single loads and stores for the usual sizes: a bulk copy of 4 or 8 bytes costs several times more. */
    private void scatter(ByteBuffer source, int from, int size, int count, ByteBuffer target, int to) {
        if (size != Integer.BYTES && size != Long.BYTES) {
            for (int point = 0; point < count; point++) {
                target.put(to + point * recordBytes, source, from + point * size, size);
            }
            return;
        }
        long read = Strided.address(source, from, size, size, count);
        long written = Strided.address(target, to, recordBytes, size, count);
        if (size == Integer.BYTES) {
            for (int point = 0; point < count; point++) {
                MemoryUtil.putInt(
                        written + (long) point * recordBytes, MemoryUtil.getInt(read + (long) point * Integer.BYTES));
            }
        } else {
            for (int point = 0; point < count; point++) {
                MemoryUtil.putLong(
                        written + (long) point * recordBytes, MemoryUtil.getLong(read + (long) point * Long.BYTES));
            }
        }
    }
}
