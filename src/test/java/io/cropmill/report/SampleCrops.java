package io.cropmill.report;

import io.cropmill.validate.ValidationReport.CropPicture;
import io.cropmill.validate.ValidationReport.GridPair;
import io.cropmill.validate.ValidationReport.SeenPoints;
import java.util.List;
import java.util.Random;

/** Points that look like a car from one side, and grids of them. The row is the seed. */
final class SampleCrops {
    private static final int SIZE = 48;
    private static final int POINTS = 900;

    private SampleCrops() {}

    static CropPicture picture(String recording, long row, String why, float[] before, float[] after) {
        float[][] points = points(row);
        return new CropPicture(
                recording,
                row,
                why,
                POINTS + 124,
                POINTS,
                new SeenPoints(points[0], points[1], points[2]),
                List.of(new GridPair("default", before, after)));
    }

    /** Density, max(height) and mean(intensity) over [-6, 6) x [-6, 6). */
    static float[] grid(long seed) {
        float[][] points = points(seed);
        float[] grid = new float[3 * SIZE * SIZE];
        int[] count = new int[SIZE * SIZE];
        for (int i = 0; i < POINTS; i++) {
            int row = (int) ((points[1][i] + 6) * 4);
            int column = (int) ((points[0][i] + 6) * 4);
            int cell = row * SIZE + column;
            count[cell]++;
            grid[cell] = (float) Math.min(1, Math.log1p(count[cell]) / Math.log(64));
            int height = SIZE * SIZE + cell;
            grid[height] = count[cell] == 1 ? points[2][i] : Math.max(grid[height], points[2][i]);
            int intensity = 2 * SIZE * SIZE + cell;
            grid[intensity] += (points[3][i] - grid[intensity]) / count[cell];
        }
        return grid;
    }

    /** x, y, height, intensity. */
    private static float[][] points(long row) {
        Random random = new Random(row);
        double angle = random.nextDouble() * Math.PI;
        float[][] points = new float[4][POINTS];
        for (int i = 0; i < POINTS; i++) {
            double along = random.nextDouble() * 4.4 - 2.2;
            double across = i % 3 == 0 ? random.nextDouble() * 1.8 - 0.9 : -0.9 + 0.04 * random.nextGaussian();
            double height = i % 3 == 0 ? (Math.abs(along) < 1.1 ? 1.45 : 0.9) : random.nextDouble() * 0.9;
            if (i % 5 == 0) {
                along = Math.max(-5.5, Math.min(5.5, 2.4 * random.nextGaussian()));
                across = Math.max(-3, Math.min(3, 1.6 * random.nextGaussian()));
                height = 0.03 * random.nextGaussian();
            }
            points[0][i] = (float) Math.max(-5.99, Math.min(5.99, along * Math.cos(angle) - across * Math.sin(angle)));
            points[1][i] = (float) Math.max(-5.99, Math.min(5.99, along * Math.sin(angle) + across * Math.cos(angle)));
            points[2][i] = (float) height;
            points[3][i] = (float) (i % 7 == 0 ? 0.9 : 0.15 + 0.1 * random.nextDouble());
        }
        return points;
    }
}
