package io.cropmill.crop;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;

/**
 * Consecutive crops of one recording as Arrow vectors: {@code row} (int64), {@code point_count} (int32), a list vector a
 * point field, a vector a crop field, in the order of the {@link CropSchema}.
 *
 * <p>The data buffer of every field's vector holds exactly the packed little-endian bytes of its values, so whole runs
 * can be copied. The batch owns its vectors; closing it frees them.
 */
public final class CropBatch implements AutoCloseable {
    private static final int FIRST_FIELD = 2;

    private final CropSchema schema;
    private final long firstRow;
    private final int[] counts;
    private final int[] sourceCounts;
    private final int[] starts;
    private final VectorSchemaRoot vectors;

    CropBatch(CropSchema schema, long firstRow, int[] counts, int[] sourceCounts, VectorSchemaRoot vectors) {
        this.schema = schema;
        this.firstRow = firstRow;
        this.counts = counts;
        this.sourceCounts = sourceCounts;
        this.starts = new int[counts.length + 1];
        for (int crop = 0; crop < counts.length; crop++) {
            starts[crop + 1] = Math.addExact(starts[crop], counts[crop]);
        }
        this.vectors = vectors;
    }

    public CropSchema schema() {
        return schema;
    }

    /** Row of the first crop in its recording. */
    public long firstRow() {
        return firstRow;
    }

    /** Number of crops, at least one. */
    public int crops() {
        return counts.length;
    }

    /** Points of a crop. */
    public int pointCount(int crop) {
        return counts[crop];
    }

    /** Points that a crop had before the caps of versions that it has been through; {@link #pointCount} where none cut it. */
    public int sourceCount(int crop) {
        return sourceCounts[crop];
    }

    /** Points of the batch before a crop. */
    public int pointStart(int crop) {
        return starts[crop];
    }

    /** Points of all crops. */
    public int points() {
        return starts[counts.length];
    }

    /** Bytes of a point field: {@code itemSize} bytes a point, all crops one after the other. Valid until closed. */
    public ArrowBuf pointBytes(int field) {
        ListVector list = (ListVector) vectors.getVector(FIRST_FIELD + field);
        return ((BaseFixedWidthVector) list.getDataVector()).getDataBuffer();
    }

    /** Bytes of a crop field: {@code itemSize} bytes a crop. Valid until closed. */
    public ArrowBuf cropBytes(int field) {
        FieldVector vector =
                vectors.getVector(FIRST_FIELD + schema.pointFields().size() + field);
        if (schema.cropFields().get(field).type().itemSize() == 0) {
            // No bytes are read from it; any buffer will do.
            vector = vectors.getVector(0);
        } else if (vector instanceof FixedSizeListVector list) {
            vector = list.getDataVector();
        }
        return ((BaseFixedWidthVector) vector).getDataBuffer();
    }

    /** A view of {@link #pointBytes}, little-endian. Valid until closed. */
    public ByteBuffer pointValues(int field) {
        long size = schema.pointFields().get(field).type().itemSize();
        return view(pointBytes(field), Math.multiplyExact(points(), size));
    }

    /** A view of {@link #cropBytes}, little-endian. Valid until closed. */
    public ByteBuffer cropValues(int field) {
        long size = schema.cropFields().get(field).type().itemSize();
        return view(cropBytes(field), Math.multiplyExact(crops(), size));
    }

    private static ByteBuffer view(ArrowBuf bytes, long length) {
        return bytes.nioBuffer(0, Math.toIntExact(length)).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The vectors themselves, for adapters; still owned by the batch. */
    public VectorSchemaRoot vectors() {
        return vectors;
    }

    @Override
    public void close() {
        vectors.close();
    }
}
