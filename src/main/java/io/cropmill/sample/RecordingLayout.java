package io.cropmill.sample;

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
}
