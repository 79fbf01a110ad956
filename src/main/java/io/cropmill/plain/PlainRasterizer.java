package io.cropmill.plain;

import io.cropmill.raster.Channel;
import io.cropmill.raster.Channel.Statistic;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.Rasterizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The second rasteriser, which the first is held against: the definition written down once more, one channel at a time,
 * one point at a time, and nothing shared with the first.
 *
 * <p>A point's cell is {@code floor((x - min) / cell)} in float32, with {@code cell = float32((max - min) / cells)}; it
 * is inside if {@code 0 <= cell < cells} on both axes, and counts only if x, y and every value that the channels use are
 * finite. Sums are float64 in point order. Empty cells are 0, and there is no -0.0. For one thread.
 */
final class PlainRasterizer implements Rasterizer {
    private final RasterSpec spec;
    private final List<Component> components;
    private final List<Integer> used = new ArrayList<>();
    private final float cellWidth;
    private final float cellHeight;
    private final float[] density = new float[64];
    private final int[] pointsInCell;
    private final double[] sums;
    private final float[] best;
    private int[] cells = {};

    /** Why a point has no cell: 1 outside x, 2 outside y, 3 outside both, 4 a value that is not finite; 0 if it has one. */
    private byte[] why = {};

    private final long[] pointsByReason = new long[5];

    PlainRasterizer(RasterSpec spec) {
        this.spec = spec;
        Set<Component> values = new LinkedHashSet<>();
        for (Channel channel : spec.channels()) {
            if (channel instanceof Statistic statistic) {
                values.add(statistic.component());
                if (statistic.kind() == Statistic.StatisticKind.TOP) {
                    values.add(spec.heightField());
                }
            }
        }
        Set<Component> all = new LinkedHashSet<>(List.of(spec.xField(), spec.yField()));
        all.addAll(values);
        components = List.copyOf(all);
        values.forEach(value -> used.add(components.indexOf(value)));
        cellWidth = (float) ((spec.x().max() - spec.x().min()) / spec.width());
        cellHeight = (float) ((spec.y().max() - spec.y().min()) / spec.height());
        for (int n = 0; n < density.length; n++) {
            density[n] = (float) Math.min(1.0, Math.log1p(n) / Math.log(64.0));
        }
        pointsInCell = new int[spec.height() * spec.width()];
        sums = new double[pointsInCell.length];
        best = new float[pointsInCell.length];
    }

    @Override
    public List<Component> components() {
        return components;
    }

    @Override
    public void rasterize(int count, float[][] values, float dx, float dy, float[] grid) {
        findCells(count, values, dx, dy);
        Arrays.fill(pointsInCell, 0);
        for (int point = 0; point < count; point++) {
            if (cells[point] >= 0) {
                pointsInCell[cells[point]]++;
            }
        }
        for (int channel = 0; channel < spec.channels().size(); channel++) {
            plane(spec.channels().get(channel), count, values, grid, channel * pointsInCell.length);
        }
    }

    /** Points of all crops so far, by the reason for which they have no cell: none, x, y, both, not finite. */
    long[] pointsByReason() {
        return pointsByReason.clone();
    }

    /** The cell of each point, -1 for one that does not count. */
    private void findCells(int count, float[][] values, float dx, float dy) {
        if (cells.length < count) {
            cells = new int[count];
            why = new byte[count];
        }
        boolean shifted = spec.shift() != 0;
        float[] xs = values[components.indexOf(spec.xField())];
        float[] ys = values[components.indexOf(spec.yField())];
        float left = (float) spec.x().min();
        float bottom = (float) spec.y().min();
        float width = spec.width();
        float height = spec.height();
        for (int point = 0; point < count; point++) {
            float x = shifted ? xs[point] + dx : xs[point];
            float y = shifted ? ys[point] + dy : ys[point];
            float column = (float) Math.floor((x - left) / cellWidth);
            float row = (float) Math.floor((y - bottom) / cellHeight);
            boolean insideX = column >= 0 && column < width;
            boolean insideY = row >= 0 && row < height;
            boolean finite = Float.isFinite(xs[point]) && Float.isFinite(ys[point]);
            why[point] = (byte) (finite ? (insideX ? 0 : 1) + (insideY ? 0 : 2) : 4);
            cells[point] = why[point] == 0 ? (int) row * spec.width() + (int) column : -1;
        }
        for (int value : used) {
            for (int point = 0; point < count; point++) {
                if (!Float.isFinite(values[value][point])) {
                    cells[point] = -1;
                    why[point] = 4;
                }
            }
        }
        for (int point = 0; point < count; point++) {
            pointsByReason[why[point]]++;
        }
    }

    private void plane(Channel channel, int count, float[][] values, float[] grid, int offset) {
        if (channel instanceof Statistic statistic) {
            float[] value = values[components.indexOf(statistic.component())];
            switch (statistic.kind()) {
                case MAX -> greatest(count, value, grid, offset);
                case MIN -> least(count, value, grid, offset);
                case MEAN -> mean(count, value, grid, offset);
                case TOP -> top(count, value, values[components.indexOf(spec.heightField())], grid, offset);
            }
            return;
        }
        for (int cell = 0; cell < pointsInCell.length; cell++) {
            int n = pointsInCell[cell];
            grid[offset + cell] = switch ((Channel.CountKind) channel) {
                case COUNT -> n;
                case OCCUPANCY -> n > 0 ? 1 : 0;
                case DENSITY -> n < density.length ? density[n] : 1;
            };
        }
    }

    private void greatest(int count, float[] value, float[] grid, int offset) {
        Arrays.fill(best, Float.NEGATIVE_INFINITY);
        for (int point = 0; point < count; point++) {
            int cell = cells[point];
            if (cell >= 0 && value[point] > best[cell]) {
                best[cell] = value[point];
            }
        }
        writeBest(grid, offset);
    }

    private void least(int count, float[] value, float[] grid, int offset) {
        Arrays.fill(best, Float.POSITIVE_INFINITY);
        for (int point = 0; point < count; point++) {
            int cell = cells[point];
            if (cell >= 0 && value[point] < best[cell]) {
                best[cell] = value[point];
            }
        }
        writeBest(grid, offset);
    }

    private void writeBest(float[] grid, int offset) {
        for (int cell = 0; cell < best.length; cell++) {
            grid[offset + cell] = pointsInCell[cell] > 0 ? best[cell] + 0.0f : 0.0f;
        }
    }

    private void mean(int count, float[] value, float[] grid, int offset) {
        Arrays.fill(sums, 0);
        for (int point = 0; point < count; point++) {
            if (cells[point] >= 0) {
                sums[cells[point]] += value[point];
            }
        }
        for (int cell = 0; cell < sums.length; cell++) {
            int n = pointsInCell[cell];
            grid[offset + cell] = n > 0 ? (float) (sums[cell] / n) + 0.0f : 0.0f;
        }
    }

    /** The value at the first point of greatest height. */
    private void top(int count, float[] value, float[] heights, float[] grid, int offset) {
        Arrays.fill(best, Float.NEGATIVE_INFINITY);
        Arrays.fill(grid, offset, offset + best.length, 0.0f);
        for (int point = 0; point < count; point++) {
            int cell = cells[point];
            if (cell >= 0 && heights[point] > best[cell]) {
                best[cell] = heights[point];
                grid[offset + cell] = value[point] + 0.0f;
            }
        }
    }
}
