package io.cropmill.raster;

import java.util.LinkedHashSet;
import java.util.List;

/**
 * Counts which points reach a cell of one raster, one point at a time. The rasteriser asks only about those that it could
 * not place, so that this costs nothing where all points are inside. For one thread.
 */
public final class ReachCounter {
    private final List<Component> components;
    private final int xIndex;
    private final int yIndex;
    private final float xMin;
    private final float yMin;
    private final float cellWidth;
    private final float cellHeight;
    private final float lastColumn;
    private final float lastRow;
    private final boolean shifted;
    private int[] listed = {};
    private long points;
    private long outsideX;
    private long outsideY;
    private long outsideBoth;
    private long notFinite;
    private ValueSpan x = ValueSpan.NONE;
    private ValueSpan y = ValueSpan.NONE;

    public ReachCounter(RasterSpec spec) {
        components = usedBy(spec);
        xIndex = components.indexOf(spec.xField());
        yIndex = components.indexOf(spec.yField());
        xMin = (float) spec.x().min();
        yMin = (float) spec.y().min();
        cellWidth = spec.x().cell(spec.width());
        cellHeight = spec.y().cell(spec.height());
        lastColumn = Math.nextDown((float) spec.width());
        lastRow = Math.nextDown((float) spec.height());
        shifted = spec.shift() != 0;
    }

    /** The numbers of a point that decide whether it reaches a cell, in the order in which {@link #add} gets them. */
    public List<Component> components() {
        return components;
    }

    /** Counts the points of a crop; the arguments are those of {@link Rasterizer#rasterize}. */
    public void add(int count, float[][] values, float dx, float dy) {
        points += count;
        reserve(count);
        for (int point = 0; point < count; point++) {
            listed[point] = point;
        }
        look(listed, count, values, dx, dy);
    }

    /** What was counted so far. */
    public RasterReach reach() {
        return new RasterReach(new GridCounts(points, outsideX, outsideY, outsideBoth, notFinite), x, y);
    }

    /** Counts the points of a crop of which the first {@code missing} of these are in no cell: only those are looked at. */
    void add(int count, int missing, int[] nowhere, float[][] values, float dx, float dy) {
        points += count;
        look(nowhere, missing, values, dx, dy);
    }

    private void reserve(int length) {
        if (listed.length < length) {
            listed = new int[Math.max(length, 2 * listed.length)];
        }
    }

    /**
     * Looks at the first of these points. Works on locals, since the compiler reads fields again after every store, and
     * without branches that depend on which side a point lies on: where points lie outside at random, those cost more than
     * all the rest.
     */
    private void look(int[] looked, int length, float[][] values, float dx, float dy) {
        float[] xs = values[xIndex];
        float[] ys = values[yIndex];
        float moveX = shifted ? dx : 0;
        float moveY = shifted ? dy : 0;
        int firstOther = Math.max(xIndex, yIndex) + 1;
        int componentCount = components.size();
        float left = x.min();
        float right = x.max();
        float bottom = y.min();
        float top = y.max();
        int besideXCount = 0;
        int besideYCount = 0;
        int bothCount = 0;
        int notFiniteCount = 0;
        for (int i = 0; i < length; i++) {
            int point = looked[i];
            float pointX = xs[point];
            float pointY = ys[point];
            float zero = pointX * 0f + pointY * 0f;
            for (int c = firstOther; c < componentCount; c++) {
                zero += values[c][point] * 0f;
            }
            int finite = zero == 0 ? 1 : 0;
            int besideX = finite & isBeside(pointX + moveX, xMin, cellWidth, lastColumn);
            int besideY = finite & isBeside(pointY + moveY, yMin, cellHeight, lastRow);
            besideXCount += besideX;
            besideYCount += besideY;
            bothCount += besideX & besideY;
            notFiniteCount += 1 - finite;
            int unreached = besideX | besideY | 1 - finite;
            // The first comparison decides: once the span is wide it is nearly never true, nor of what is not a number.
            if (pointX < left && unreached != 0 && pointX >= -Float.MAX_VALUE) {
                left = pointX;
            }
            if (pointX > right && unreached != 0 && pointX <= Float.MAX_VALUE) {
                right = pointX;
            }
            if (pointY < bottom && unreached != 0 && pointY >= -Float.MAX_VALUE) {
                bottom = pointY;
            }
            if (pointY > top && unreached != 0 && pointY <= Float.MAX_VALUE) {
                top = pointY;
            }
        }
        outsideX += besideXCount;
        outsideY += besideYCount;
        outsideBoth += bothCount;
        notFinite += notFiniteCount;
        x = new ValueSpan(left, right);
        y = new ValueSpan(bottom, top);
    }

    /** 1 for a number that is in none of the cells, as {@link PointCells} tells it: the sign of p (last - p). */
    private static int isBeside(float value, float min, float cell, float last) {
        float position = (value - min) / cell;
        // Adding 0 makes 0 of -0, which is inside.
        return Float.floatToRawIntBits(position * (last - position) + 0f) >>> 31;
    }

    /** The numbers of a point that must be finite: x, y, then what the channels use, each once. */
    public static List<Component> usedBy(RasterSpec spec) {
        LinkedHashSet<Component> components = new LinkedHashSet<>();
        components.add(spec.xField());
        components.add(spec.yField());
        for (Channel channel : spec.channels()) {
            if (channel instanceof Channel.Statistic statistic) {
                components.add(statistic.component());
                if (statistic.kind() == Channel.Statistic.StatisticKind.TOP) {
                    components.add(spec.heightField());
                }
            }
        }
        return List.copyOf(components);
    }
}
