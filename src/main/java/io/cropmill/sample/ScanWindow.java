package io.cropmill.sample;

import java.util.Arrays;

/**
 * The part of the raster that can meet one crop: for each row of the sensor a span of columns, as rays in a
 * {@link RayBuffer}. Reused from crop to crop; not safe for threads.
 *
 * <p>A near crop fills far more rays than it may have points. Its rows are then thinned: columns fall into equal strata
 * of more than one column and one ray is taken at random from each, so that the work for a crop stays bounded.
 */
final class ScanWindow {
    /** Half a diagonal of the square crop, and what slope and jitter can add to it, in metres. */
    private static final double REACH = SampleCropGenerator.HALF_SIZE * 1.4142135623730951 + 0.4;
    /** Rays cast for each point of the capacity, at most; about half of them meet the crop. */
    private static final double RAYS_PER_POINT = 3;

    /** Of a ray's direction, in steps of the grid: the laser does not hit the same spot twice. */
    private static final float AZIMUTH_JITTER = 0.3f;

    private static final float ELEVATION_JITTER = 0.2f;
    private static final float SIGNED_16 = 0x1.0p-15f;

    final RayBuffer rays = new RayBuffer();

    private final ScanGrid grid;
    private final int capacity;
    private final int[] low;
    private final int[] high;
    private final int[] offset;
    private int firstRow;
    private int lastRow;
    private double stride;
    private int count;

    ScanWindow(ScanGrid grid, int capacity) {
        this.grid = grid;
        this.capacity = capacity;
        this.low = new int[grid.rows];
        this.high = new int[grid.rows];
        this.offset = new int[grid.rows + 1];
    }

    /** Number of rays; valid after {@link #cast}. */
    int count() {
        return count;
    }

    /** Casts all rays that can meet the crop and finds what stops them first. */
    void cast(Scene scene, SampleRandom random) {
        open(scene);
        aim(scene, random);
        for (Solid solid : scene.solids()) {
            trace(solid, random);
        }
        for (Solid screen : scene.screens()) {
            trace(screen, random);
        }
    }

    private void open(Scene scene) {
        Arrays.fill(low, Integer.MAX_VALUE);
        Arrays.fill(high, Integer.MIN_VALUE);
        double distance = scene.distance();
        double azimuth = StrictMath.atan2(scene.pose().y(), scene.pose().x());
        double half = distance > REACH ? StrictMath.asin(REACH / distance) : Math.PI;
        for (int row = 0; row < grid.rows; row++) {
            double ground = grid.groundDistance[row];
            if (Math.abs(ground - distance) < REACH) {
                // Where the row's circle on the ground leaves the circle around the crop (law of cosines).
                double cosine = (ground * ground + distance * distance - REACH * REACH) / (2 * ground * distance);
                double angle = StrictMath.acos(Math.max(-1, cosine));
                widen(row, azimuth - angle, azimuth + angle);
            }
        }
        for (Solid solid : scene.solids()) {
            AngularBounds bounds = solid.bounds();
            double from = Math.max(bounds.azimuthLow(), azimuth - half);
            double to = Math.min(bounds.azimuthHigh(), azimuth + half);
            int last = clampRow(grid.row(bounds.elevationHigh()) + 1);
            for (int row = clampRow(grid.row(bounds.elevationLow()) - 1); row <= last; row++) {
                widen(row, from, to);
            }
        }
        layOut();
    }

    private int clampRow(double row) {
        return (int) Math.max(0, Math.min(grid.rows - 1, row));
    }

    private void widen(int row, double azimuthLow, double azimuthHigh) {
        int from = (int) Math.max(0, grid.column(azimuthLow));
        int to = (int) Math.min(grid.columns - 1, grid.column(azimuthHigh) + 1);
        if (from <= to) {
            low[row] = Math.min(low[row], from);
            high[row] = Math.max(high[row], to);
        }
    }

    private void layOut() {
        long all = 0;
        firstRow = grid.rows;
        lastRow = -1;
        for (int row = 0; row < grid.rows; row++) {
            if (low[row] <= high[row]) {
                all += high[row] - low[row] + 1;
                firstRow = Math.min(firstRow, row);
                lastRow = row;
            }
        }
        stride = Math.max(1, all / (RAYS_PER_POINT * capacity));
        count = 0;
        for (int row = 0; row < grid.rows; row++) {
            offset[row] = count;
            if (low[row] <= high[row]) {
                count += (int) Math.ceil((high[row] - low[row] + 1) / stride);
            }
        }
        offset[grid.rows] = count;
        rays.reserve(count);
    }

    private void aim(Scene scene, SampleRandom random) {
        for (int row = firstRow; row <= lastRow; row++) {
            int columns = high[row] - low[row] + 1;
            for (int ray = offset[row]; ray < offset[row + 1]; ray++) {
                long bits = random.nextLong();
                double stratum = ray - offset[row];
                int column = stride == 1 ? (int) stratum : (int) ((stratum + (bits >>> 32) * 0x1.0p-32) * stride);
                aim(ray, row, low[row] + Math.min(column, columns - 1), bits);
            }
        }
        ground(scene);
    }

    /** Turns a ray of the raster by its jitter: to first order, along the circles of azimuth and elevation. */
    private void aim(int ray, int row, int column, long bits) {
        float step = (float) grid.step;
        float turn = (short) bits * SIGNED_16 * AZIMUTH_JITTER * step;
        float lift = (short) (bits >>> 16) * SIGNED_16 * ELEVATION_JITTER * step;
        float cosElevation = grid.cosElevation[row] - lift * grid.sinElevation[row];
        float cosAzimuth = grid.cosAzimuth[column] - turn * grid.sinAzimuth[column];
        float sinAzimuth = grid.sinAzimuth[column] + turn * grid.cosAzimuth[column];
        rays.directionX[ray] = cosElevation * cosAzimuth;
        rays.directionY[ray] = cosElevation * sinAzimuth;
        rays.directionZ[ray] = grid.sinElevation[row] + lift * grid.cosElevation[row];
    }

    private void ground(Scene scene) {
        Scene.Ground ground = scene.ground();
        float slopeX = (float) ground.slopeX();
        float slopeY = (float) ground.slopeY();
        float level = (float) (-ScanGrid.SENSOR_HEIGHT
                - ground.slopeX() * scene.pose().x()
                - ground.slopeY() * scene.pose().y());
        Material material = ground.material();
        for (int ray = 0; ray < count; ray++) {
            float down = rays.directionZ[ray] - slopeX * rays.directionX[ray] - slopeY * rays.directionY[ray];
            if (down < 0f) {
                rays.range[ray] = level / down;
                rays.signal[ray] = material.signal(-down);
            }
        }
    }

    private void trace(Solid solid, SampleRandom random) {
        AngularBounds bounds = solid.bounds();
        int from = Math.max(firstRow, clampRow(grid.row(bounds.elevationLow()) - 1));
        int to = Math.min(lastRow, clampRow(grid.row(bounds.elevationHigh()) + 1));
        double columnLow = grid.column(bounds.azimuthLow()) - 1;
        double columnHigh = grid.column(bounds.azimuthHigh()) + 1;
        for (int row = from; row <= to; row++) {
            double first = Math.floor((columnLow - low[row]) / stride);
            double last = Math.ceil((columnHigh - low[row]) / stride) + 1;
            int length = offset[row + 1] - offset[row];
            int begin = (int) Math.max(0, Math.min(length, first));
            int end = (int) Math.max(begin, Math.min(length, last));
            if (begin < end) {
                solid.trace(rays, offset[row] + begin, offset[row] + end, random);
            }
        }
    }
}
