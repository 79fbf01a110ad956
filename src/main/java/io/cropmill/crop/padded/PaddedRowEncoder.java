package io.cropmill.crop.padded;

import io.cropmill.crop.CropSchema;
import io.cropmill.crop.PaddedRow;
import io.cropmill.npy.FieldPacking;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.RecordType.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes padded rows from packed points and crop fields: what {@link PaddedRowReader} reads, the other way round. Slots
 * without a point and padding of the record are zeros. For one thread.
 */
public final class PaddedRowEncoder {
    private final PaddedRow row;
    private final int pointBytes;
    private final List<FieldPlacement> points = new ArrayList<>();
    private final List<FieldPlacement> crops = new ArrayList<>();
    private final FieldPlacement count;
    private final ByteBuffer countBytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /** A field's place in the row and in the packed record. */
    private record FieldPlacement(FieldPacking packing, int inRow, int packed) {
        static FieldPlacement of(FieldPacking packing, Field field, long packed) {
            return new FieldPlacement(packing, Math.toIntExact(field.offset()), Math.toIntExact(packed));
        }
    }

    public PaddedRowEncoder(PaddedRow row) {
        this.row = row;
        CropSchema schema = row.schema();
        RecordType point = schema.pointType();
        this.pointBytes = Math.toIntExact(point.itemSize());
        for (int i = 0; i < row.points().size(); i++) {
            Field field = row.points().get(i);
            FieldPacking packing = FieldPacking.of(PaddedRow.onePoint(field));
            points.add(FieldPlacement.of(packing, field, point.fields().get(i).offset()));
        }
        RecordType crop = CropSchema.record(schema.cropFields());
        for (int i = 0; i < row.crops().size(); i++) {
            Field field = row.crops().get(i);
            crops.add(FieldPlacement.of(
                    FieldPacking.of(field.type()), field, crop.fields().get(i).offset()));
        }
        this.count = FieldPlacement.of(FieldPacking.of(row.count().type()), row.count(), 0);
    }

    /**
     * Writes one row.
     *
     * @param packedPoints records of {@link CropSchema#pointType()}, one after the other from byte {@code pointsAt} on
     * @param pointCount number of points, at most the capacity
     * @param packedCrop crop fields, packed, from byte {@code cropAt} on
     * @param target all zeros from byte {@code at} on for the length of a row
     */
    public void encode(
            ByteBuffer packedPoints,
            int pointsAt,
            int pointCount,
            ByteBuffer packedCrop,
            int cropAt,
            ByteBuffer target,
            int at) {
        if (pointCount < 0 || pointCount > row.capacity()) {
            throw new IllegalArgumentException(
                    "point count must be between 0 and " + row.capacity() + " but was " + pointCount);
        }
        // Of an empty run not even the first byte need be there.
        for (FieldPlacement field : pointCount == 0 ? List.<FieldPlacement>of() : points) {
            field.packing.unpack(
                    packedPoints,
                    pointsAt + field.packed,
                    pointBytes,
                    target,
                    at + field.inRow,
                    Math.toIntExact(field.packing.itemSize()),
                    pointCount);
        }
        for (FieldPlacement field : crops) {
            field.packing.unpack(packedCrop, cropAt + field.packed, target, at + field.inRow, 1);
        }
        // The low bytes of a little-endian long are the packed bytes of every shorter integer.
        countBytes.putLong(0, pointCount);
        count.packing.unpack(countBytes, 0, target, at + count.inRow, 1);
    }
}
