package io.cropmill.sample;

/**
 * The sensor's receiver: which returns are strong enough to be seen, with which error of the range, and as how bright.
 * Keeps those inside the crop; of more than the capacity, a random choice in scan order. Not safe for threads.
 */
final class Receiver {
    private static final float HALF_SIZE = (float) SampleCropGenerator.HALF_SIZE;
    /** Standard deviation of the range in metres. */
    private static final float RANGE_NOISE = 0.018f;
    /** Return at 100 m that is lost every second time. */
    private static final float SENSITIVITY = 0.016f;
    /** Share of pulses that are lost at any strength. */
    private static final float LOSS = 0.012f;

    private static final float INTENSITY_NOISE = 0.015f;
    /** Range in metres at which the calibrated intensity has dropped to a half. */
    private static final float INTENSITY_HALF_RANGE = 160f;
    /** Intensities are whole numbers of the sensor's 8 bits. */
    private static final int LEVELS = 255;

    private static final float UNIT_24 = 0x1.0p-24f;

    private final int capacity;
    private int[] seen = new int[0];

    Receiver(int capacity) {
        this.capacity = capacity;
    }

    /** Arrays of a crop's points, which belong to the caller. */
    @SuppressWarnings("ArrayRecordComponent") // carries arrays to fill; never compared
    record PointArrays(float[] x, float[] y, float[] height, float[] intensity) {}

    /** Writes what is seen and returns how many points that is. Ranges in the window carry their noise afterwards. */
    int receive(ScanWindow window, Scene scene, SampleRandom random, PointArrays out) {
        RayBuffer rays = window.rays;
        int returns = detect(window, scene, random);
        int count = Math.min(returns, capacity);
        float roughness = (float) scene.ground().roughness();
        int written = 0;
        for (int i = 0; written < count; i++) {
            // Selection sampling (Knuth, TAOCP 3.4.2, algorithm S).
            if (returns > capacity && random.below(returns - i) >= count - written) {
                continue;
            }
            write(rays, seen[i], scene.pose(), roughness, random.nextLong(), out, written);
            written++;
        }
        return count;
    }

    private int detect(ScanWindow window, Scene scene, SampleRandom random) {
        RayBuffer rays = window.rays;
        int count = window.count();
        if (seen.length < count) {
            seen = new int[rays.range.length];
        }
        float centreX = (float) scene.pose().x();
        float centreY = (float) scene.pose().y();
        int returns = 0;
        for (int ray = 0; ray < count; ray++) {
            float range = rays.range[ray];
            if (!inside(rays, ray, range, centreX, centreY)) {
                continue;
            }
            float signal = rays.signal[ray];
            float floor = SENSITIVITY * range * range * 1e-4f;
            float chance = (1f - LOSS) * signal / (signal + floor);
            if ((random.nextLong() >>> 40) * UNIT_24 >= chance) {
                continue;
            }
            rays.range[ray] = range + RANGE_NOISE * (float) random.normal();
            if (inside(rays, ray, rays.range[ray], centreX, centreY)) {
                seen[returns++] = ray;
            }
        }
        return returns;
    }

    private static boolean inside(RayBuffer rays, int ray, float range, float centreX, float centreY) {
        return Math.abs(range * rays.directionX[ray] - centreX) < HALF_SIZE
                && Math.abs(range * rays.directionY[ray] - centreY) < HALF_SIZE;
    }

    private static void write(
            RayBuffer rays, int ray, Pose pose, float roughness, long bits, PointArrays out, int index) {
        float range = rays.range[ray];
        out.x()[index] = range * rays.directionX[ray] - (float) pose.x();
        out.y()[index] = range * rays.directionY[ray] - (float) pose.y();
        float bump = ((bits & 0xFFFF) * 0x1.0p-15f - 1f) * roughness;
        out.height()[index] = range * rays.directionZ[ray] + (float) ScanGrid.SENSOR_HEIGHT + bump;
        float share = range / INTENSITY_HALF_RANGE;
        float noise = ((bits >>> 48) * 0x1.0p-15f - 1f) * INTENSITY_NOISE;
        float bright = rays.signal[ray] / (1f + share * share) + noise;
        int level = (int) (Math.max(0f, Math.min(1f, bright)) * LEVELS + 0.5f);
        out.intensity()[index] = level / (float) LEVELS;
    }
}
