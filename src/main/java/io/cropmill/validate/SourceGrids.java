package io.cropmill.validate;

import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.Rasterizer;
import io.cropmill.raster.Rasterizers;
import io.cropmill.storage.LentBuffer;
import io.cropmill.subsample.Pcg64;
import io.cropmill.subsample.RecordingKey;
import io.cropmill.validate.ValidationReport.PointsReached;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The grids that a loader of padded rows would feed: made from the source row at hand by the {@link PlainRasterizer}, or
 * by the user's own class where the specification names one. For one thread.
 */
final class SourceGrids implements AutoCloseable {
    private final RecordingKey recording;
    private final long seed;
    private final List<Grid> grids = new ArrayList<>();
    private final Map<Component, ColumnReader> columns = new LinkedHashMap<>();
    private @Nullable LentBuffer lent;
    private KeptPoints kept = new KeptPoints(0, null);

    private record Grid(RasterSpec spec, Rasterizer rasterizer, float[][] values, float[] grid) {}

    SourceGrids(String file, RecordingKey recording, long seed, List<PointField> points, List<RasterSpec> specs)
            throws UnclearFieldsException {
        this.recording = recording;
        this.seed = seed;
        for (RasterSpec spec : specs) {
            Rasterizer rasterizer = spec.rasterizerClass().isPresent()
                    ? Rasterizers.of(spec, Thread.currentThread().getContextClassLoader())
                    : new PlainRasterizer(spec);
            for (Component component : rasterizer.components()) {
                ColumnReader column = ColumnReader.of(points, component);
                if (column == null) {
                    throw new UnclearFieldsException("[" + file + "] Expected numbers in point field '" + component
                            + "', which raster " + spec.name() + " reads, but found none; name it with"
                            + " source.point-fields");
                }
                columns.putIfAbsent(component, column);
            }
            grids.add(new Grid(
                    spec, rasterizer, new float[rasterizer.components().size()][], new float[spec.gridSize()]));
        }
    }

    /** Takes the points of the source row at hand. */
    void use(KeptPoints points) {
        kept = points;
        columns.values().forEach(column -> column.read(points));
    }

    /** A grid of the row at hand as a cache should store it, the whole buffer; valid until the next call. */
    ByteBuffer bytes(int raster, long row) {
        Grid grid = grids.get(raster);
        List<Component> components = grid.rasterizer.components();
        for (int i = 0; i < grid.values.length; i++) {
            ColumnReader column = columns.get(components.get(i));
            grid.values[i] = column == null ? new float[0] : column.values();
        }
        float dx = 0;
        float dy = 0;
        double shift = grid.spec.shift();
        if (shift != 0) {
            long name = RecordingKey.of(grid.spec.name()).value();
            Pcg64 random = new Pcg64(seed, recording.value(), row, name);
            dx = (float) ((2.0 * random.nextDouble() - 1.0) * shift);
            dy = (float) ((2.0 * random.nextDouble() - 1.0) * shift);
        }
        grid.rasterizer.rasterize(kept.count(), grid.values, dx, dy, grid.grid);
        ByteBuffer bytes = memory().clear().limit(grid.spec.gridBytes());
        encode(grid, bytes);
        return bytes;
    }

    /** Which points of all grids so far have a cell, by raster; null for a class of the user's own. */
    @Nullable
    PointsReached[] reached() {
        @Nullable PointsReached[] reached = new PointsReached[grids.size()];
        for (int raster = 0; raster < reached.length; raster++) {
            if (grids.get(raster).rasterizer instanceof PlainRasterizer plain) {
                long[] points = plain.pointsByReason();
                reached[raster] = new PointsReached(
                        points[0] + points[1] + points[2] + points[3] + points[4],
                        points[1] + points[3],
                        points[2] + points[3],
                        points[3],
                        points[4]);
            }
        }
        return reached;
    }

    private ByteBuffer memory() {
        LentBuffer memory = lent;
        if (memory == null) {
            memory = LentBuffer.of(
                    grids.stream().mapToInt(grid -> grid.spec.gridBytes()).max().orElse(0));
            lent = memory;
        }
        return memory.buffer();
    }

    private static void encode(Grid grid, ByteBuffer target) {
        for (int i = 0; i < grid.grid.length; i++) {
            grid.grid[i] += 0.0f;
        }
        if (grid.spec.dtype() == GridType.FLOAT32) {
            target.asFloatBuffer().put(grid.grid);
            return;
        }
        for (int i = 0; i < grid.grid.length; i++) {
            target.putShort(i * Short.BYTES, PlainHalf.encode(grid.grid[i]));
        }
    }

    /** Gives the memory back. */
    @Override
    public void close() {
        if (lent != null) {
            lent.close();
            lent = null;
        }
    }
}
