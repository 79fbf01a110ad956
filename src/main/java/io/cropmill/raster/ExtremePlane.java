package io.cropmill.raster;

import java.util.Arrays;

/**
 * Greatest or least value of a cell. Floats are compared as integers that have the same order, which the processor does
 * without a branch; -0.0 sorts below 0.0, which cannot be told from equal once -0.0 is removed.
 */
final class ExtremePlane implements Plane {
    final int[] greatest;
    final int value;
    final int flip;

    /** {@code flip} is 0 for the greatest value, -1 for the least, whose complement is the greatest. */
    ExtremePlane(int cells, int value, int flip) {
        greatest = new int[cells + 1];
        Arrays.fill(greatest, Integer.MIN_VALUE);
        this.value = value;
        this.flip = flip;
    }

    @Override
    public void add(PointCells cells, int count, float[][] values) {
        float[] column = values[value];
        for (int i = 0; i < count; i++) {
            int cell = cells.of(i);
            greatest[cell] = Math.max(greatest[cell], ordered(column[i]) ^ flip);
        }
    }

    @Override
    public void finish(CellCounts counts, float[] grid, int offset) {
        int[] occupied = counts.occupied;
        for (int i = 0; i < counts.occupiedCount(); i++) {
            int cell = occupied[i];
            int ordered = greatest[cell] ^ flip;
            grid[offset + cell] = Float.intBitsToFloat(swapped(ordered)) + 0.0f;
            greatest[cell] = Integer.MIN_VALUE;
        }
    }

    /** An integer of the same order among the integers as the float among the floats. */
    static int ordered(float value) {
        return swapped(Float.floatToRawIntBits(value));
    }

    /** Its own inverse. */
    private static int swapped(int bits) {
        return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }
}
