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
        for (int point = 0; point < count; point++) {
            look(point, values, dx, dy);
        }
    }

    /** What was counted so far. */
    public RasterReach reach() {
        return new RasterReach(points, outsideX, outsideY, outsideBoth, notFinite, x, y);
    }

    /** Counts the points of a crop of which {@code missing} are in no cell: only those are looked at. */
    void add(int count, int missing, PointCells cells, float[][] values, float dx, float dy) {
        points += count;
        for (int point = 0, left = missing; left > 0; point++) {
            if (cells.isNowhere(point)) {
                look(point, values, dx, dy);
                left--;
            }
        }
    }

    private void look(int point, float[][] values, float dx, float dy) {
        float atX = values[xIndex][point];
        float atY = values[yIndex][point];
        boolean finite = true;
        for (float[] column : values) {
            finite &= Float.isFinite(column[point]);
        }
        boolean besideX = isBeside(shifted ? atX + dx : atX, xMin, cellWidth, width);
        boolean besideY = isBeside(shifted ? atY + dy : atY, yMin, cellHeight, height);
        if (finite && !besideX && !besideY) {
            return;
        }
        if (finite) {
            outsideX += besideX ? 1 : 0;
            outsideY += besideY ? 1 : 0;
            outsideBoth += besideX && besideY ? 1 : 0;
        } else {
            notFinite++;
        }
        x = widened(x, atX);
        y = widened(y, atY);
    }

    private static boolean isBeside(float value, float min, float cell, int cells) {
        float position = (value - min) / cell;
        return !(position >= 0 && position < cells);
    }

    /** Nearly always the same object: the extremes of a recording are found early. */
    private static ValueSpan widened(ValueSpan span, float value) {
        boolean within = value >= span.min() && value <= span.max();
        return within || !Float.isFinite(value) ? span : span.plus(new ValueSpan(value, value));
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
