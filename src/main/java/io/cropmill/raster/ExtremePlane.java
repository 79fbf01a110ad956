package io.cropmill.raster;

import java.util.Arrays;

/**
 * Greatest or least value of a cell. Floats are compared as integers that have the same order, which the processor does
 * without a branch; -0.0 sorts below 0.0, which cannot be told from equal once -0.0 is removed.
 */
final class ExtremePlane implements Plane {
    private final int[] greatest;
    private final int value;
    private final int flip;

    /** {@code flip} is 0 for the greatest value, -1 for the least, whose complement is the greatest. */
    ExtremePlane(int cells, int value, int flip) {
        greatest = new int[cells + 1];
        Arrays.fill(greatest, Integer.MIN_VALUE);
        this.value = value;
        this.flip = flip;
    }

    @Override
    public void add(int[] cells, int count, float[][] values) {
        float[] column = values[value];
        for (int i = 0; i < count; i++) {
            int cell = cells[i];
            greatest[cell] = Math.max(greatest[cell], ordered(Float.floatToRawIntBits(column[i])) ^ flip);
        }
    }

    @Override
    public void finish(CellCounts counts, float[] grid, int offset) {
        int[] occupied = counts.occupied();
        for (int i = 0; i < counts.occupiedCount(); i++) {
            int cell = occupied[i];
            grid[offset + cell] = Float.intBitsToFloat(ordered(greatest[cell] ^ flip)) + 0.0f;
            greatest[cell] = Integer.MIN_VALUE;
        }
    }

    /** Turns the bits of a float into an integer of the same order, and back. */
    static int ordered(int bits) {
        return bits ^ (bits >> 31 & Integer.MAX_VALUE);
    }
}
