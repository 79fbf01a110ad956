package io.cropmill.sample;

import static io.cropmill.npy.ScalarType.FLOAT32;
import static io.cropmill.npy.ScalarType.FLOAT64;
import static io.cropmill.npy.ScalarType.INT32;
import static io.cropmill.npy.ScalarType.INT64;

import io.cropmill.npy.RecordType;
import io.cropmill.npy.SubArrayType;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Makes the rows of one recording and writes them as bytes. The layout of a row, packed and little-endian, for a capacity
 * of C points:
 *
 * <pre>
 * xy          float32[C][2]   metres from the object's centre
 * height      float32[C]      metres above the ground
 * intensity   float32[C]      0 to 1
 * point_count int32
 * label       int32
 * center      float64[3]
 * yaw         float32
 * timestamp   int64
 * </pre>
 *
 * Slots from point_count on are zero. Not safe for threads.
 */
final class RowEncoder {
    private static final int POINT_BYTES = 4 * Float.BYTES;
    private static final int CROP_BYTES = 2 * Integer.BYTES + 3 * Double.BYTES + Float.BYTES + Long.BYTES;

    private final String recording;
    private final SampleCropGenerator generator;
    private final float[] x;
    private final float[] y;
    private final float[] height;
    private final float[] intensity;
    private final float[] xy;

    RowEncoder(SampleSpec spec, String recording) {
        this.recording = recording;
        this.generator = new SampleCropGenerator(spec.seed(), spec.capacity());
        this.x = new float[spec.capacity()];
        this.y = new float[spec.capacity()];
        this.height = new float[spec.capacity()];
        this.intensity = new float[spec.capacity()];
        this.xy = new float[2 * spec.capacity()];
    }

    static int rowBytes(int capacity) {
        return Math.addExact(Math.multiplyExact(capacity, POINT_BYTES), CROP_BYTES);
    }

    static RecordType dtype(int capacity) {
        long points = capacity;
        return new RecordType.Builder()
                .add("xy", new SubArrayType(FLOAT32, List.of(points, 2L)))
                .add("height", new SubArrayType(FLOAT32, List.of(points)))
                .add("intensity", new SubArrayType(FLOAT32, List.of(points)))
                .add("point_count", INT32)
                .add("label", INT32)
                .add("center", new SubArrayType(FLOAT64, List.of(3L)))
                .add("yaw", FLOAT32)
                .add("timestamp", INT64)
                .build();
    }

    /** Appends one row to a little-endian buffer that has room for it. */
    void encode(long row, ByteBuffer target) {
        SampleCrop crop = generator.generate(recording, row, x, y, height, intensity);
        clearPadding(crop.pointCount());
        for (int i = 0; i < crop.pointCount(); i++) {
            xy[2 * i] = x[i];
            xy[2 * i + 1] = y[i];
        }
        FloatBuffer points = target.asFloatBuffer();
        points.put(xy).put(height).put(intensity);
        target.position(target.position() + points.position() * Float.BYTES);
        target.putInt(crop.pointCount()).putInt(crop.label().code());
        target.putDouble(crop.centreX()).putDouble(crop.centreY()).putDouble(crop.centreZ());
        target.putFloat(crop.yaw()).putLong(crop.timestamp());
    }

    private void clearPadding(int pointCount) {
        Arrays.fill(xy, 2 * pointCount, xy.length, 0f);
        Arrays.fill(height, pointCount, height.length, 0f);
        Arrays.fill(intensity, pointCount, intensity.length, 0f);
    }
}
