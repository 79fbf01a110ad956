package io.cropmill.raster;

import java.util.List;

/** Finds the cell of each point, row x width + column, or the number of cells for a point that does not count. */
final class CellFinder {
    private final int xIndex;
    private final int yIndex;
    private final int componentCount;
    private final float xMin;
    private final float yMin;
    private final float xCell;
    private final float yCell;
    private final int width;
    private final int height;
    private final boolean shifted;
    private float[] columns = {};
    private float[] rows = {};
    private int[] cells = {};

    CellFinder(RasterSpec spec, List<Component> components) {
        xIndex = components.indexOf(spec.xField());
        yIndex = components.indexOf(spec.yField());
        componentCount = components.size();
        xMin = (float) spec.x().min();
        yMin = (float) spec.y().min();
        width = spec.width();
        height = spec.height();
        xCell = spec.x().cell(width);
        yCell = spec.y().cell(height);
        shifted = spec.shift() != 0;
    }

    /** The cells of the first {@code count} points; the array is overwritten by the next call. */
    int[] find(int count, float[][] values, float dx, float dy) {
        reserve(count);
        locate(values[xIndex], count, shifted ? dx : 0, xMin, xCell, columns);
        locate(values[yIndex], count, shifted ? dy : 0, yMin, yCell, rows);
        for (int c = 0; c < componentCount; c++) {
            if (c != xIndex && c != yIndex) {
                spoil(values[c], count, columns);
            }
        }
        combine(count);
        return cells;
    }

    private void reserve(int count) {
        if (cells.length < count) {
            columns = new float[count];
            rows = new float[count];
            cells = new int[count];
        }
    }

    private static void locate(float[] values, int count, float shift, float min, float cell, float[] positions) {
        for (int i = 0; i < count; i++) {
            // A position of -0.0 becomes 0.0, so that its sign bit says whether it is outside.
            positions[i] = (values[i] + shift - min) / cell + 0.0f;
        }
    }

    /** Makes the position of a point whose value is not finite not a number, as inf x 0 is, and leaves others. */
    private static void spoil(float[] values, int count, float[] positions) {
        for (int i = 0; i < count; i++) {
            positions[i] += values[i] * 0.0f;
        }
    }

    private void combine(int count) {
        // Floats of one sign are ordered as their bits are, so one integer subtraction a side finds what is outside.
        int widthBits = Float.floatToRawIntBits((float) width) - 1;
        int heightBits = Float.floatToRawIntBits((float) height) - 1;
        int outside = width * height;
        for (int i = 0; i < count; i++) {
            float column = columns[i];
            float row = rows[i];
            int columnBits = Float.floatToRawIntBits(column);
            int rowBits = Float.floatToRawIntBits(row);
            int out = (columnBits | (widthBits - columnBits) | rowBits | (heightBits - rowBits)) >> 31;
            cells[i] = (((int) row * width + (int) column) & ~out) | (outside & out);
        }
    }
}
