package io.cropmill.raster;

/** Count, occupancy or density: a value that depends on the number of points in the cell alone. */
final class CountPlane implements Plane {
    /** A density of 1 is reached by this many points, log(1 + 63) = log 64. */
    private static final int DENSE = 63;

    private static final float[] DENSITY = densities();

    private final Channel.CountKind kind;

    CountPlane(Channel.CountKind kind) {
        this.kind = kind;
    }

    @Override
    public void add(PointCells cells, int count, float[][] values) {
        // The number of points is counted once for all planes.
    }

    @Override
    public void finish(CellCounts counts, float[] grid, int offset) {
        int[] occupied = counts.occupied;
        for (int i = 0; i < counts.occupiedCount(); i++) {
            int cell = occupied[i];
            int count = counts.counts[cell];
            grid[offset + cell] = value(count);
        }
    }

    private float value(int count) {
        return switch (kind) {
            case COUNT -> count;
            case OCCUPANCY -> 1;
            case DENSITY -> DENSITY[Math.min(count, DENSE)];
        };
    }

    private static float[] densities() {
        float[] densities = new float[DENSE + 1];
        for (int n = 0; n <= DENSE; n++) {
            densities[n] = (float) Math.min(1, StrictMath.log1p(n) / StrictMath.log(64));
        }
        return densities;
    }
}
