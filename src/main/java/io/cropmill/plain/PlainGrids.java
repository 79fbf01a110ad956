package io.cropmill.plain;

import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.Rasterizer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The grids that a loader of padded rows would feed: made of a crop of the source by the {@link PlainRasterizer}, or by the
 * user's own class where the specification names one. For one thread.
 */
public final class PlainGrids {
    private final long seed;
    private final long recording;
    private final List<ExpectedGrid> grids = new ArrayList<>();
    private final Map<Component, PlainColumn> columns = new LinkedHashMap<>();
    private int count;

    private record ExpectedGrid(
            RasterSpec spec,
            Rasterizer rasterizer,
            List<PlainColumn> columns,
            float[][] values,
            float[] grid,
            byte[] bytes) {}

    /**
     * Prepares the grids.
     *
     * @param file path for messages
     * @param own factory of the user's class that a specification names
     */
    public PlainGrids(
            String file,
            String recording,
            long seed,
            List<PlainField> points,
            List<RasterSpec> specs,
            Function<RasterSpec, Rasterizer> own)
            throws PlainException {
        this.seed = seed;
        this.recording = PlainRandom.key(recording);
        for (RasterSpec spec : specs) {
            Rasterizer rasterizer = spec.rasterizerClass().isPresent() ? own.apply(spec) : new PlainRasterizer(spec);
            List<PlainColumn> read = new ArrayList<>();
            for (Component component : rasterizer.components()) {
                read.add(column(file, spec, points, component));
            }
            grids.add(new ExpectedGrid(
                    spec,
                    rasterizer,
                    read,
                    new float[read.size()][],
                    new float[spec.gridSize()],
                    new byte[spec.gridBytes()]));
        }
    }

    private PlainColumn column(String file, RasterSpec spec, List<PlainField> points, Component component)
            throws PlainException {
        PlainColumn known = columns.get(component);
        if (known != null) {
            return known;
        }
        PlainColumn column = PlainColumn.of(points, component);
        if (column == null) {
            throw new PlainException("[" + file + "] Expected numbers in point field '" + component + "', which raster "
                    + spec.name() + " reads, but found none; name it with source.point-fields");
        }
        columns.put(component, column);
        return column;
    }

    /** Takes the kept points of a crop. */
    public void use(PlainCrop crop, int kept, int @Nullable [] places) {
        count = kept;
        columns.values().forEach(column -> column.read(crop, kept, places));
    }

    /**
     * Points of all grids of a raster so far, by the reason for which they have no cell: none, x, y, both, not finite; null
     * where the user's own class made them.
     */
    public long @Nullable [] pointsByReason(int raster) {
        return grids.get(raster).rasterizer instanceof PlainRasterizer plain ? plain.pointsByReason() : null;
    }

    /** A grid of the current crop as a cache should hold it, little-endian, the whole buffer; valid until the next call. */
    public ByteBuffer bytes(int raster, long row) {
        ExpectedGrid grid = grids.get(raster);
        for (int i = 0; i < grid.values.length; i++) {
            grid.values[i] = grid.columns.get(i).values();
        }
        float dx = 0;
        float dy = 0;
        double shift = grid.spec.shift();
        if (shift != 0) {
            PlainRandom random = new PlainRandom(seed, recording, row, PlainRandom.key(grid.spec.name()));
            dx = (float) ((2.0 * random.nextDouble() - 1.0) * shift);
            dy = (float) ((2.0 * random.nextDouble() - 1.0) * shift);
        }
        grid.rasterizer.rasterize(count, grid.values, dx, dy, grid.grid);
        ByteBuffer bytes = ByteBuffer.wrap(grid.bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : grid.grid) {
            // No -0.0, whichever class made it.
            float cell = value + 0.0f;
            if (grid.spec.dtype() == GridType.FLOAT32) {
                bytes.putFloat(cell);
            } else {
                bytes.putShort(PlainHalf.encode(cell));
            }
        }
        return bytes.flip();
    }
}
