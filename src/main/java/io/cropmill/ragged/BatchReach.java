package io.cropmill.ragged;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.RecordType;
import io.cropmill.raster.Component;
import io.cropmill.raster.CropShift;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.ReachCounter;
import io.cropmill.subsample.RecordingKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts which points of one recording's crops reach a cell, by raster, without making a grid: all points, those too that
 * a cap would take. Rasters by a class of the user's own are left out. For one thread.
 */
public final class BatchReach {
    private final RecordingKey recording;
    private final long seed;
    private final Map<Component, ComponentReader> readers = new LinkedHashMap<>();
    private final Map<Component, float[]> columns = new LinkedHashMap<>();
    private final List<Counted> counted = new ArrayList<>();

    private record Counted(RasterSpec spec, ReachCounter counter) {}

    /**
     * Prepares to count.
     *
     * @param file for messages
     * @param name of the recording, which decides its shifts
     * @param points packed record of one point
     * @throws UnclearFieldsException if a raster reads a field that is not there or holds no numbers
     */
    public BatchReach(String file, String name, long seed, RecordType points, List<RasterSpec> specs)
            throws UnclearFieldsException {
        this.recording = RecordingKey.of(name);
        this.seed = seed;
        for (RasterSpec spec : specs) {
            if (spec.rasterizerClass().isEmpty()) {
                ReachCounter counter = new ReachCounter(spec);
                for (Component component : counter.components()) {
                    if (!readers.containsKey(component)) {
                        readers.put(component, ComponentReader.of(file, points, component));
                    }
                }
                counted.add(new Counted(spec, counter));
            }
        }
    }

    /** Counts the points of a batch of the recording; the batch stays the caller's. */
    public void add(CropBatch batch) {
        ByteBuffer[] fields = new ByteBuffer[batch.schema().pointFields().size()];
        for (int field = 0; field < fields.length; field++) {
            fields[field] = batch.pointValues(field);
        }
        for (int crop = 0; crop < batch.crops(); crop++) {
            int count = batch.pointCount(crop);
            for (Map.Entry<Component, ComponentReader> reader : readers.entrySet()) {
                float[] values = columns.getOrDefault(reader.getKey(), new float[0]);
                values = values.length < count ? new float[count] : values;
                reader.getValue().readFields(fields, batch.pointStart(crop), count, values);
                columns.put(reader.getKey(), values);
            }
            for (Counted raster : counted) {
                float[][] values = raster.counter.components().stream()
                        .map(component -> columns.getOrDefault(component, new float[0]))
                        .toArray(float[][]::new);
                CropShift shift = CropShift.of(raster.spec, seed, recording, batch.firstRow() + crop);
                raster.counter.add(count, values, shift.dx(), shift.dy());
            }
        }
    }

    /** What was counted so far, by raster. */
    public Map<String, RasterReach> reach() {
        Map<String, RasterReach> reach = new LinkedHashMap<>();
        counted.forEach(raster -> reach.put(raster.spec.name(), raster.counter.reach()));
        return reach;
    }
}
