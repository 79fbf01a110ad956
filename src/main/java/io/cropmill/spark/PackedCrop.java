package io.cropmill.spark;

import io.cropmill.crop.BatchBuilder;
import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.CropSchema.CropField;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;

/**
 * A crop as bytes, between tasks:
 *
 * <pre>
 * points (int32, little-endian) | crop fields, packed | first point field of all points | second | ...
 * </pre>
 */
public final class PackedCrop {
    private PackedCrop() {}

    /** Points of a packed crop. */
    static int points(byte[] crop) {
        return ByteBuffer.wrap(crop).order(ByteOrder.LITTLE_ENDIAN).getInt();
    }

    /** Puts the parts together. */
    public static byte[] of(int points, byte[] cropFields, List<byte[]> pointFields) {
        int bytes = Integer.BYTES + cropFields.length;
        for (byte[] field : pointFields) {
            bytes = Math.addExact(bytes, field.length);
        }
        ByteBuffer packed = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        packed.putInt(points).put(cropFields);
        pointFields.forEach(packed::put);
        return packed.array();
    }

    /** Crops that follow each other as a batch, which the caller closes. */
    static CropBatch batch(CropSchema schema, long firstRow, List<byte[]> crops, BufferAllocator allocator) {
        int[] counts = crops.stream().mapToInt(PackedCrop::points).toArray();
        try (BatchBuilder builder = new BatchBuilder(schema, firstRow, counts, allocator)) {
            List<Long> at = new ArrayList<>();
            for (int crop = 0; crop < counts.length; crop++) {
                int from = Integer.BYTES;
                for (int field = 0; field < schema.cropFields().size(); field++) {
                    int bytes = size(schema.cropFields().get(field));
                    builder.crops(field).setBytes((long) crop * bytes, crops.get(crop), from, bytes);
                    from += bytes;
                }
                at.add((long) from);
            }
            for (int field = 0; field < schema.pointFields().size(); field++) {
                copyPoints(builder, schema.pointFields().get(field), field, crops, counts, at);
            }
            return builder.build();
        }
    }

    private static void copyPoints(
            BatchBuilder builder, CropField type, int field, List<byte[]> crops, int[] counts, List<Long> at) {
        long to = 0;
        for (int crop = 0; crop < counts.length; crop++) {
            int bytes = Math.multiplyExact(counts[crop], size(type));
            builder.points(field).setBytes(to, crops.get(crop), Math.toIntExact(at.get(crop)), bytes);
            to += bytes;
            at.set(crop, at.get(crop) + bytes);
        }
    }

    private static int size(CropField field) {
        return Math.toIntExact(field.type().itemSize());
    }
}
