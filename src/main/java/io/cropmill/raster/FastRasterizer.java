package io.cropmill.raster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The built-in rasteriser. Equal bit for bit to its definition: the cell of a point is floor((x - min) / cell) in float32;
 * a point is inside if 0 &lt;= cell &lt; size on both axes, and counts only if x, y and every value that the channels
 * use are finite; sums are float64 in point order; empty cells are 0; there is no -0.0.
 *
 * <p>Points are added to their cells without branches on the data; then only the cells that hold points are finished and
 * cleared. Scratch space is a few numbers a cell and two a point.
 */
final class FastRasterizer implements Rasterizer {
    private final List<Component> components;
    private final int planeSize;
    private final PointCells cells;
    private final CellCounts counts;
    private final List<Plane> planes = new ArrayList<>();

    /** The planes that {@link #joint} does not add points to. */
    private final List<Plane> separate;

    private final Optional<JointPass> joint;
    private final ReachCounter reach;

    FastRasterizer(RasterSpec spec) {
        reach = new ReachCounter(spec);
        components = reach.components();
        planeSize = spec.height() * spec.width();
        cells = new PointCells(spec, components);
        counts = new CellCounts(planeSize);
        for (Channel channel : spec.channels()) {
            planes.add(plane(channel, spec));
        }
        Optional<ExtremePlane> extreme = first(ExtremePlane.class);
        Optional<MeanPlane> mean = first(MeanPlane.class);
        joint = extreme.flatMap(one -> mean.map(other -> new JointPass(cells, counts, one, other)));
        separate = new ArrayList<>(planes);
        if (joint.isPresent()) {
            separate.remove(extreme.orElseThrow());
            separate.remove(mean.orElseThrow());
        }
    }

    @Override
    public List<Component> components() {
        return components;
    }

    @Override
    public void rasterize(int count, float[][] values, float dx, float dy, float[] grid) {
        cells.find(count, values, dx, dy);
        if (joint.isPresent()) {
            joint.get().add(count, values);
        } else {
            counts.count(cells, count);
        }
        reach.add(count, counts.missing(), counts.nowhere, values, dx, dy);
        for (Plane plane : separate) {
            plane.add(cells, count, values);
        }
        Arrays.fill(grid, 0, planeSize * planes.size(), 0);
        for (int i = 0; i < planes.size(); i++) {
            planes.get(i).finish(counts, grid, i * planeSize);
        }
        counts.clear();
    }

    /** Which points of all crops so far reached a cell. */
    RasterReach reach() {
        return reach.reach();
    }

    private <T extends Plane> Optional<T> first(Class<T> type) {
        return planes.stream().filter(type::isInstance).map(type::cast).findFirst();
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
        return new CountPlane((Channel.CountKind) channel);
    }
}
