package io.cropmill.raster;

import java.util.Arrays;

/** Value at the first point of greatest height of a cell. */
final class TopPlane implements Plane {
    /** Ordered bits of the height above the complement of the point's index, so that the first of equals is greatest. */
    private final long[] highest;

    private final int value;
    private final int height;
    private float[] column = {};

    TopPlane(int cells, int value, int height) {
        highest = new long[cells + 1];
        Arrays.fill(highest, Long.MIN_VALUE);
        this.value = value;
        this.height = height;
    }

    @Override
    public void add(PointCells cells, int count, float[][] values) {
        column = values[value];
        float[] heights = values[height];
        for (int i = 0; i < count; i++) {
            int cell = cells.of(i);
            // -0.0 and 0.0 are equally high.
            long ordered = ExtremePlane.ordered(heights[i] + 0.0f);
            highest[cell] = Math.max(highest[cell], ordered << 32 | Integer.toUnsignedLong(~i));
        }
    }

    @Override
    public void finish(CellCounts counts, float[] grid, int offset) {
        int[] occupied = counts.occupied;
        for (int i = 0; i < counts.occupiedCount(); i++) {
            int cell = occupied[i];
            grid[offset + cell] = column[~(int) highest[cell]] + 0.0f;
            highest[cell] = Long.MIN_VALUE;
        }
        column = new float[0];
    }
}
