package io.cropmill.raster;

import java.util.Random;

/**
 * Crops as a spinning LiDAR sees them: points lie ring by ring along the ground and an object, so that two in three fall
 * into the cell of the point before, and a crop of 2,177 points fills some 250 cells of a quarter of a metre.
 */
final class ScannedCrops {
    /** The mean of a recording of street scenes. */
    static final int POINTS = 2177;

    private static final int RINGS = 40;

    private ScannedCrops() {}

    /** {@code count} different crops as {x, y, height, intensity} each; about {@link #POINTS} points in a crop. */
    static float[][][] of(int count, long seed) {
        Random random = new Random(seed);
        float[][][] crops = new float[count][][];
        for (int i = 0; i < count; i++) {
            crops[i] = crop(random, POINTS + random.nextInt(401) - 200);
        }
        return crops;
    }

    private static float[][] crop(Random random, int points) {
        float[][] crop = new float[4][points];
        double distance = 6 + 20 * random.nextDouble();
        double bearing = 2 * Math.PI * random.nextDouble();
        double spread = 2.2 / distance;
        int perRing = (points + RINGS - 1) / RINGS;
        for (int i = 0; i < points; i++) {
            int ring = i / perRing;
            double angle = bearing + spread * (i % perRing - 0.5 * perRing) / perRing;
            double ground = distance - 3 + 6.0 * ring / RINGS;
            boolean object = ring > RINGS / 3 && Math.abs(i % perRing - 0.5 * perRing) < 0.3 * perRing;
            double range = (object ? distance - 0.3 : ground) + 0.02 * random.nextGaussian();
            crop[0][i] = (float) (range * Math.cos(angle) - distance * Math.cos(bearing));
            crop[1][i] = (float) (range * Math.sin(angle) - distance * Math.sin(bearing));
            crop[2][i] = (float) ((object ? 0.05 * ring : 0) + 0.03 * random.nextGaussian());
            crop[3][i] = random.nextInt(256) / 255f;
        }
        return crop;
    }
}
