package io.cropmill.sample;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;

/** Makes the rows of one recording and writes them as bytes in {@link RecordingLayout}. Not safe for threads. */
final class RowEncoder {
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
