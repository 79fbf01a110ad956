package io.cropmill.raster;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The built-in rasteriser. Equal bit for bit to its definition: the cell of a point is floor((x - min) / cell) in float32;
 * a point is inside if 0 &lt;= cell &lt; size on both axes, and counts only if x, y and every value that the channels
 * use are finite; sums are float64 in point order; empty cells are 0; there is no -0.0.
 *
 * <p>Work is done a channel at a time over the cell of each point, without branches on the data; then only the cells
 * that hold points are finished and cleared. Scratch space is a few numbers a cell and a point.
 */
final class FastRasterizer implements Rasterizer {
    private final List<Component> components;
    private final CellFinder cellFinder;
    private final CellCounts counts;
    private final List<Plane> planes = new ArrayList<>();
    private final int planeSize;

    FastRasterizer(RasterSpec spec) {
        components = components(spec);
        cellFinder = new CellFinder(spec, components);
        planeSize = spec.height() * spec.width();
        counts = new CellCounts(planeSize);
        for (Channel channel : spec.channels()) {
            planes.add(plane(channel, spec));
        }
    }

    @Override
    public List<Component> components() {
        return components;
    }

    @Override
    public void rasterize(int count, float[][] values, float dx, float dy, float[] grid) {
        java.util.Arrays.fill(grid, 0, planeSize * planes.size(), 0);
        int[] cells = cellFinder.find(count, values, dx, dy);
        counts.count(cells, count);
        int offset = 0;
        for (Plane plane : planes) {
            plane.add(cells, count, values);
            plane.finish(counts, grid, offset);
            offset += planeSize;
        }
        counts.clear();
    }

    private static List<Component> components(RasterSpec spec) {
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

    private Plane plane(Channel channel, RasterSpec spec) {
        if (channel instanceof Channel.Statistic statistic) {
            int value = components.indexOf(statistic.component());
            return switch (statistic.kind()) {
                case MAX -> new ExtremePlane(planeSize, value, 0);
                case MIN -> new ExtremePlane(planeSize, value, -1);
                case MEAN -> new MeanPlane(planeSize, value);
                case TOP -> new TopPlane(planeSize, value, components.indexOf(spec.heightField()));
            };
        }
        return new CountPlane(channel);
    }
}
