package io.cropmill.raster;

import java.util.List;

/**
 * The cell of each point of a crop, row x width + column, or the number of cells for a point that does not count.
 *
 * <p>Nearly all of it is float32 arithmetic without a comparison, because that is what Java compiles to vector
 * instructions; the obvious loop, with two conversions and four comparisons a point, is slower, and much slower where
 * points lie outside at random. It relies on these facts, where p is the position of a point on one axis, in cells, as
 * it comes from the division:
 *
 * <ul>
 *   <li>0 &lt;= p &lt; size if and only if p (last - p) is not negative, where last is the float before size: no
 *       rounding changes a sign. The square root of a negative product is not a number, so adding 0 times
 *       the root leaves a position that is inside and spoils one that is outside.
 *   <li>A value that is not finite, times 0, is not a number either: so a point is spoilt by any value in use.
 *   <li>Adding and taking away 3 x 2^22 rounds to the nearest integer, ties to even, if the size is at most 2^22. Of
 *       p - 1/2 that is floor(p), but p - 1 for an odd integer p. Only then is the remainder 1 and not at most
 *       1 - 2^-24, which max(0, 2^24 remainder - (2^24 - 1)) turns into the missing 1.
 *   <li>A cell's number plus 2^23 is exact, and its bits less those of 2^23 are the number again. Those of
 *       not-a-number are far above, so that a minimum gives a spoilt point the number of cells.
 * </ul>
 */
final class PointCells {
    /** Above it the arithmetic is not exact; 2048 x 2048. */
    static final int MOST_CELLS = 1 << 22;

    private static final float ROUNDING = 3 << 22;
    private static final float REMAINDER_SCALE = 1 << 24;
    private static final float NUMBER_BASE = 1 << 23;
    private static final int NUMBER_BASE_BITS = Float.floatToRawIntBits(NUMBER_BASE);

    private final Axis x;
    private final Axis y;
    private final int xIndex;
    private final int yIndex;
    private final int componentCount;
    private final int width;
    private final int outside;
    private final boolean shifted;
    private float[] columns = {};
    private float[] rows = {};

    /** One axis: the least value, the size of a cell, and the greatest position that is inside. */
    private record Axis(float min, float cell, float last) {
        static Axis of(RasterSpec.Range range, int size) {
            return new Axis((float) range.min(), range.cell(size), Math.nextDown((float) size));
        }
    }

    PointCells(RasterSpec spec, List<Component> components) {
        x = Axis.of(spec.x(), spec.width());
        y = Axis.of(spec.y(), spec.height());
        xIndex = components.indexOf(spec.xField());
        yIndex = components.indexOf(spec.yField());
        componentCount = components.size();
        width = spec.width();
        outside = spec.width() * spec.height();
        shifted = spec.shift() != 0;
    }

    /** Takes a crop; {@link #of} then knows the cells of its points. */
    void find(int count, float[][] values, float dx, float dy) {
        reserve(count);
        locate(values[xIndex], count, shifted ? dx : 0, x, columns);
        locate(values[yIndex], count, shifted ? dy : 0, y, rows);
        combine(columns, rows, count, width);
        for (int c = 0; c < componentCount; c++) {
            if (c != xIndex && c != yIndex) {
                spoil(values[c], count, columns);
            }
        }
    }

    /** The cell of a point by its index. */
    int of(int point) {
        // Here and not in a loop of its own, where it would not overlap with waiting for memory.
        int bits = Float.floatToRawIntBits(columns[point]) & Integer.MAX_VALUE;
        return Math.min(bits - NUMBER_BASE_BITS, outside);
    }

    private void reserve(int count) {
        if (rows.length < count) {
            columns = new float[count];
            rows = new float[count];
        }
    }

    private static void locate(float[] values, int count, float shift, Axis axis, float[] floors) {
        float min = axis.min;
        float cell = axis.cell;
        float last = axis.last;
        for (int i = 0; i < count; i++) {
            float position = (values[i] + shift - min) / cell;
            float rounded = position - 0.5f + ROUNDING - ROUNDING;
            float missing = Math.max(0f, (position - rounded) * REMAINDER_SCALE - (REMAINDER_SCALE - 1));
            floors[i] = rounded + missing + 0f * (float) Math.sqrt(position * (last - position));
        }
    }

    private static void combine(float[] columns, float[] rows, int count, float width) {
        for (int i = 0; i < count; i++) {
            columns[i] = rows[i] * width + columns[i] + NUMBER_BASE;
        }
    }

    private static void spoil(float[] values, int count, float[] numbers) {
        for (int i = 0; i < count; i++) {
            numbers[i] += values[i] * 0f;
        }
    }
}
