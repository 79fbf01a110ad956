package io.cropmill.sample;

/**
 * The sensor: a solid-state LiDAR with a rectangular raster of 120 by 40 degrees, looking along x from
 * {@value #SENSOR_HEIGHT} m above the ground. Rows run upwards, columns to the left. Immutable.
 */
final class ScanGrid {
    static final double SENSOR_HEIGHT = 1.8;

    private static final double AZIMUTH_LOW = -Math.PI / 3;
    private static final double ELEVATION_LOW = -Math.PI * 25 / 180;
    private static final double ELEVATION_HIGH = Math.PI * 15 / 180;

    /** Between neighbouring rays, 0.15 degrees, for a capacity of {@value #REFERENCE_CAPACITY}. */
    private static final double REFERENCE_STEP = Math.PI * 0.15 / 180;

    private static final double REFERENCE_CAPACITY = 4096;

    final double step;
    final int rows;
    final int columns;
    final float[] cosAzimuth;
    final float[] sinAzimuth;
    final float[] cosElevation;
    final float[] sinElevation;
    /** Distance along the ground at which a row's rays meet flat ground; infinite from the horizon up. */
    final double[] groundDistance;

    /** A sensor that sees as many points as crops of this capacity are made for: rays per area go with the capacity. */
    ScanGrid(int capacity) {
        step = REFERENCE_STEP * Math.sqrt(REFERENCE_CAPACITY / capacity);
        columns = (int) (-2 * AZIMUTH_LOW / step) + 1;
        rows = (int) ((ELEVATION_HIGH - ELEVATION_LOW) / step) + 1;
        cosAzimuth = new float[columns];
        sinAzimuth = new float[columns];
        for (int column = 0; column < columns; column++) {
            cosAzimuth[column] = (float) StrictMath.cos(AZIMUTH_LOW + column * step);
            sinAzimuth[column] = (float) StrictMath.sin(AZIMUTH_LOW + column * step);
        }
        cosElevation = new float[rows];
        sinElevation = new float[rows];
        groundDistance = new double[rows];
        for (int row = 0; row < rows; row++) {
            double elevation = ELEVATION_LOW + row * step;
            cosElevation[row] = (float) StrictMath.cos(elevation);
            sinElevation[row] = (float) StrictMath.sin(elevation);
            groundDistance[row] = elevation < 0 ? -SENSOR_HEIGHT / StrictMath.tan(elevation) : Double.POSITIVE_INFINITY;
        }
    }

    /** Position of an azimuth in columns; outside 0..columns-1 if out of sight. */
    double column(double azimuth) {
        return (azimuth - AZIMUTH_LOW) / step;
    }

    /** Position of an elevation in rows. */
    double row(double elevation) {
        return (elevation - ELEVATION_LOW) / step;
    }
}
