package io.cropmill.crop;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Memory of one batch, exactly as large as the counts ask for: fill {@link #points} and {@link #crops}, then
 * {@link #build}. Closing it frees what the batch did not take.
 */
public final class BatchBuilder implements AutoCloseable {
    private final CropSchema schema;
    private final long firstRow;
    private final int[] counts;
    private final BufferAllocator allocator;
    private final List<ArrowBuf> buffers = new ArrayList<>();
    private final long points;

    /** Takes buffers that are filled already, point fields first, and owns them from now on. */
    public BatchBuilder(
            CropSchema schema, long firstRow, int[] counts, BufferAllocator allocator, List<ArrowBuf> filled) {
        this.schema = schema;
        this.firstRow = firstRow;
        this.counts = counts;
        this.allocator = allocator;
        this.points = sum(counts);
        this.buffers.addAll(filled);
    }

    /**
     * Allocates.
     *
     * @param firstRow row of the batch in its recording
     * @param counts points of each crop, at least one crop
     */
    public BatchBuilder(CropSchema schema, long firstRow, int[] counts, BufferAllocator allocator) {
        this(schema, firstRow, counts, allocator, List.of());
        try {
            for (CropSchema.CropField field : schema.pointFields()) {
                buffers.add(
                        allocator.buffer(Math.multiplyExact(points, field.type().itemSize())));
            }
            for (CropSchema.CropField field : schema.cropFields()) {
                buffers.add(allocator.buffer(
                        Math.multiplyExact((long) counts.length, field.type().itemSize())));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static long sum(int[] counts) {
        long sum = 0;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    /** Memory of a point field: all crops' points, one after the other. */
    public ArrowBuf points(int field) {
        return buffers.get(field);
    }

    /** Memory of a crop field. */
    public ArrowBuf crops(int field) {
        return buffers.get(schema.pointFields().size() + field);
    }

    /** The batch, which takes the memory; no earlier cap has cut its crops. */
    public CropBatch build() {
        return build(counts);
    }

    /** A batch of crops that had so many points before earlier caps. */
    public CropBatch build(int[] sourceCounts) {
        List<FieldVector> vectors = new ArrayList<>();
        vectors.add(rows());
        vectors.add(pointCounts());
        for (int field = 0; field < schema.pointFields().size(); field++) {
            vectors.add(pointVector(schema.pointFields().get(field), points(field)));
        }
        for (int field = 0; field < schema.cropFields().size(); field++) {
            vectors.add(cropVector(schema.cropFields().get(field), crops(field)));
        }
        List<Field> fields = vectors.stream().map(FieldVector::getField).toList();
        return new CropBatch(
                schema, firstRow, counts, sourceCounts, new VectorSchemaRoot(fields, vectors, counts.length));
    }

    private FieldVector rows() {
        try (ArrowBuf data = allocator.buffer((long) counts.length * Long.BYTES)) {
            for (int crop = 0; crop < counts.length; crop++) {
                data.setLong((long) crop * Long.BYTES, firstRow + crop);
            }
            return flat(ArrowFields.scalar("row", new ArrowType.Int(Long.SIZE, true)), counts.length, data);
        }
    }

    private FieldVector pointCounts() {
        try (ArrowBuf data = allocator.buffer((long) counts.length * Integer.BYTES)) {
            for (int crop = 0; crop < counts.length; crop++) {
                data.setInt((long) crop * Integer.BYTES, counts[crop]);
            }
            return flat(ArrowFields.scalar("point_count", new ArrowType.Int(Integer.SIZE, true)), counts.length, data);
        }
    }

    private FieldVector pointVector(CropSchema.CropField field, ArrowBuf data) {
        long values = ArrowFields.valuesPerItem(field.type());
        ListVector list = (ListVector) ArrowFields.points(field).createVector(allocator);
        try (ArrowBuf offsets = allocator.buffer((counts.length + 1L) * Integer.BYTES)) {
            long offset = 0;
            for (int crop = 0; crop <= counts.length; crop++) {
                offsets.setInt((long) crop * Integer.BYTES, Math.toIntExact(offset * values));
                offset += crop < counts.length ? counts[crop] : 0;
            }
            list.loadFieldBuffers(new ArrowFieldNode(counts.length, 0), List.of(allocator.getEmpty(), offsets));
        }
        list.getDataVector()
                .loadFieldBuffers(
                        new ArrowFieldNode(Math.multiplyExact(points, values), 0), List.of(allocator.getEmpty(), data));
        return list;
    }

    private FieldVector cropVector(CropSchema.CropField field, ArrowBuf data) {
        long values = ArrowFields.valuesPerItem(field.type());
        Field arrow = ArrowFields.crop(field);
        if (field.type().itemSize() == 0) {
            FieldVector nothing = arrow.createVector(allocator);
            nothing.setValueCount(counts.length);
            return nothing;
        }
        if (values == 1) {
            return flat(arrow, counts.length, data);
        }
        FixedSizeListVector list = (FixedSizeListVector) arrow.createVector(allocator);
        list.loadFieldBuffers(new ArrowFieldNode(counts.length, 0), List.of(allocator.getEmpty()));
        list.getDataVector()
                .loadFieldBuffers(
                        new ArrowFieldNode(Math.multiplyExact(counts.length, values), 0),
                        List.of(allocator.getEmpty(), data));
        return list;
    }

    private FieldVector flat(Field field, long values, ArrowBuf data) {
        FieldVector vector = field.createVector(allocator);
        vector.loadFieldBuffers(new ArrowFieldNode(values, 0), List.of(allocator.getEmpty(), data));
        return vector;
    }

    @Override
    public void close() {
        buffers.forEach(ArrowBuf::close);
        buffers.clear();
    }
}
