package io.cropmill.sample;

import java.util.Arrays;

/**
 * Rays and what has stopped them so far: unit directions in the sensor's frame (x forward, y left, z up), range in
 * metres ({@link Float#MAX_VALUE}: nothing yet), and strength of the return. Grows; reused from crop to crop. The arrays
 * are open to the loops of this package, which take millions of rays a second.
 */
final class RayBuffer {
    private static final int FIRST_LENGTH = 4096;

    float[] directionX = new float[FIRST_LENGTH];
    float[] directionY = new float[FIRST_LENGTH];
    float[] directionZ = new float[FIRST_LENGTH];
    float[] range = new float[FIRST_LENGTH];
    float[] signal = new float[FIRST_LENGTH];

    /** Makes room for this many rays; what was there before is lost. */
    void reserve(int rays) {
        if (rays > range.length) {
            int length = Math.max(rays, Math.toIntExact(range.length * 3L / 2));
            directionX = new float[length];
            directionY = new float[length];
            directionZ = new float[length];
            range = new float[length];
            signal = new float[length];
        }
        Arrays.fill(range, 0, rays, Float.MAX_VALUE);
    }
}
