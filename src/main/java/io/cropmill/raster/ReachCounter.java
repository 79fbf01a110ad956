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
    private final int width;
    private final int height;
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
        width = spec.width();
        height = spec.height();
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
        return new RasterReach(points, outsideX, outsideY, outsideBoth, notFinite, x, y);
    }

    /** Counts the points of a crop of which {@code missing} are in no cell: only those are looked at. */
    void add(int count, int missing, PointCells cells, float[][] values, float dx, float dy) {
        points += count;
        if (missing == 0) {
            return;
        }
        reserve(missing + 1);
        cells.nowhere(missing, listed);
        look(listed, missing, values, dx, dy);
    }

    private void reserve(int length) {
        if (listed.length < length) {
            listed = new int[Math.max(length, 2 * listed.length)];
        }
    }

    /** Looks at the first of the listed points. Works on locals, since the compiler reads fields again after every store. */
    private void look(int[] listed, int length, float[][] values, float dx, float dy) {
        float[] xs = values[xIndex];
        float[] ys = values[yIndex];
        float moveX = shifted ? dx : 0;
        float moveY = shifted ? dy : 0;
        float left = x.min();
        float right = x.max();
        float bottom = y.min();
        float top = y.max();
        int besideXCount = 0;
        int besideYCount = 0;
        int bothCount = 0;
        int notFiniteCount = 0;
        for (int i = 0; i < length; i++) {
            int point = listed[i];
            float zero = 0;
            for (int c = 0; c < components.size(); c++) {
                zero += values[c][point] * 0f;
            }
            int finite = zero == 0 ? 1 : 0;
            int besideX = finite & isBeside(xs[point] + moveX, xMin, cellWidth, width);
            int besideY = finite & isBeside(ys[point] + moveY, yMin, cellHeight, height);
            besideXCount += besideX;
            besideYCount += besideY;
            bothCount += besideX & besideY;
            notFiniteCount += 1 - finite;
            if ((besideX | besideY | 1 - finite) != 0) {
                if (Float.isFinite(xs[point])) {
                    left = Math.min(left, xs[point]);
                    right = Math.max(right, xs[point]);
                }
                if (Float.isFinite(ys[point])) {
                    bottom = Math.min(bottom, ys[point]);
                    top = Math.max(top, ys[point]);
                }
            }
        }
        outsideX += besideXCount;
        outsideY += besideYCount;
        outsideBoth += bothCount;
        notFinite += notFiniteCount;
        x = new ValueSpan(left, right);
        y = new ValueSpan(bottom, top);
    }

    /** 1 for a value that is in none of the cells. */
    private static int isBeside(float value, float min, float cell, int cells) {
        float position = (value - min) / cell;
        return position >= 0 && position < cells ? 0 : 1;
    }

    /** The numbers of a point that must be finite: x, y, then what the channels use, each once. */
    public static List<Component> usedBy(RasterSpec spec) {
        LinkedHashSet<Component> components = new LinkedHashSet<>();
        components.add(spec.xField());
        components.add(spec.yField());
        for (Channel channel : spec.channels()) {
            if (channel instanceof Channel.Statistic statistic) {
                components.add(statistic.component());
                if (statistic.kind() == Channel.Statistic.Kind.TOP) {
                    components.add(spec.heightField());
                }
            }
        }
        return List.copyOf(components);
    }
}
