package io.cropmill.sample;

import static io.cropmill.npy.ScalarType.FLOAT32;
import static io.cropmill.npy.ScalarType.FLOAT64;
import static io.cropmill.npy.ScalarType.INT32;
import static io.cropmill.npy.ScalarType.INT64;

import io.cropmill.npy.RecordType;
import io.cropmill.npy.SubArrayType;
import java.util.List;

/**
 * The layout of a row, packed and little-endian, for a capacity of C points:
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
 * Slots from point_count on are zero.
 */
final class RecordingLayout {
    private static final int POINT_BYTES = 4 * Float.BYTES;
    private static final int CROP_BYTES = 2 * Integer.BYTES + 3 * Double.BYTES + Float.BYTES + Long.BYTES;

    private RecordingLayout() {}

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
}
