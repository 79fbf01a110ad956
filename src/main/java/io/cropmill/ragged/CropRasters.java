package io.cropmill.ragged;

import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.RecordType;
import io.cropmill.raster.Component;
import io.cropmill.raster.CropShift;
import io.cropmill.raster.GridEncoder;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.Rasterizer;
import io.cropmill.raster.Rasterizers;
import io.cropmill.subsample.RecordingKey;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the grids of one recording's crops, of every specification, from packed point records or from point fields. A
 * number that several rasters read is taken out of them once a crop. For one thread.
 */
public final class CropRasters {
    private final RecordingKey recording;
    private final long seed;
    private final Map<Component, ComponentValues> columns = new LinkedHashMap<>();
    private final RasterBuffer[] grids;

    private record RasterBuffer(
            RasterSpec spec, Rasterizer rasterizer, ComponentValues[] columns, float[][] values, float[] grid) {}

    /** One number of every point of the crop at hand. */
    private static final class ComponentValues {
        private final ComponentReader reader;
        private float[] values = {};

        ComponentValues(ComponentReader reader) {
            this.reader = reader;
        }

        void ensure(int count) {
            if (values.length < count) {
                values = new float[Math.max(count, Math.min(2 * values.length, Integer.MAX_VALUE - Long.BYTES))];
            }
        }
    }

    /**
     * Prepares the rasters.
     *
     * @param file name of the file, for messages
     * @param name name of the recording, which decides its shifts
     * @param points packed record of one point
     * @throws UnclearFieldsException if a raster reads a field that is not there or holds no numbers
     */
    public CropRasters(String file, String name, long seed, RecordType points, List<RasterSpec> specs)
            throws UnclearFieldsException {
        this.recording = RecordingKey.of(name);
        this.seed = seed;
        this.grids = new RasterBuffer[specs.size()];
        for (int raster = 0; raster < grids.length; raster++) {
            RasterSpec spec = specs.get(raster);
            Rasterizer rasterizer = Rasterizers.of(spec, Thread.currentThread().getContextClassLoader());
            List<Component> components = rasterizer.components();
            ComponentValues[] read = new ComponentValues[components.size()];
            for (int i = 0; i < read.length; i++) {
                Component component = components.get(i);
                if (!columns.containsKey(component)) {
                    columns.put(component, new ComponentValues(ComponentReader.of(file, points, component)));
                }
                read[i] = columns.get(component);
            }
            grids[raster] =
                    new RasterBuffer(spec, rasterizer, read, new float[read.length][], new float[spec.gridSize()]);
        }
    }

    /** Takes the points of a crop: {@code count} records from byte {@code at} of a direct, little-endian buffer on. */
    public void use(ByteBuffer records, int at, int count) {
        for (ComponentValues column : columns.values()) {
            column.ensure(count);
            column.reader.readRecords(records, at, count, column.values);
        }
    }

    /** Takes the points of a crop: {@code count} points from point {@code first} on, a direct, little-endian buffer a field. */
    void use(ByteBuffer[] fields, int first, int count) {
        for (ComponentValues column : columns.values()) {
            column.ensure(count);
            column.reader.readFields(fields, first, count, column.values);
        }
    }

    /**
     * Appends one grid of the crop at hand to a buffer.
     *
     * @param row row of the crop in its recording, which decides its shift
     * @return values that float16 could not hold and that were cut to its limits
     */
    public int encode(int raster, long row, int count, ByteBuffer target) {
        RasterBuffer grid = grids[raster];
        for (int i = 0; i < grid.columns.length; i++) {
            grid.values[i] = grid.columns[i].values;
        }
        CropShift shift = CropShift.of(grid.spec, seed, recording, row);
        grid.rasterizer.rasterize(count, grid.values, shift.dx(), shift.dy(), grid.grid);
        return GridEncoder.encode(grid.grid, grid.spec.dtype(), target);
    }

    /** Which points of all grids so far reached a cell, by raster; rasters by a class of the user's own are not there. */
    public Map<String, RasterReach> reach() {
        Map<String, RasterReach> reach = new LinkedHashMap<>();
        for (RasterBuffer grid : grids) {
            Rasterizers.reach(grid.rasterizer).ifPresent(found -> reach.put(grid.spec.name(), found));
        }
        return reach;
    }
}
