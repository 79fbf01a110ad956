package io.cropmill.inspect;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.Recording;
import io.cropmill.npy.RecordType;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the points of one recording's crops: ranges of every number, and what rasters use of them. For one thread.
 */
final class PointScan {
    private static final long BATCH_BYTES = 4 << 20;

    private final List<NumberValues> columns = new ArrayList<>();
    private final List<Raster> rasters = new ArrayList<>();
    private final PointValues values = new PointValues();

    /**
     * Where the values of a point field lie.
     *
     * @param at offset of the first point's value
     * @param stride bytes from one point's value to the next
     */
    record FieldBytes(ByteBuffer bytes, int at, int stride) {}

    private record Raster(String name, RasterScan scan, NumberValues[] columns, float[][] values) {}

    /** One number of every point of the current crop. */
    private static final class NumberValues {
        private final int field;
        private final PointNumber number;
        private float[] values = {};

        NumberValues(int field, PointNumber number) {
            this.field = field;
            this.number = number;
        }
    }

    /**
     * Prepares to look.
     *
     * @param point packed record of one point
     * @param specs specifications; those that cannot be made of such points, and those with a class of the user's
     *     own, are left out
     */
    PointScan(RecordType point, List<RasterSpec> specs, String recording, long seed) {
        for (int field = 0; field < point.fields().size(); field++) {
            RecordType.Field one = point.fields().get(field);
            RecordType alone = new RecordType(
                    List.of(new RecordType.Field(one.name(), null, one.type(), 0)),
                    one.type().itemSize());
            for (PointNumber number : PointNumber.of(alone)) {
                columns.add(new NumberValues(field, number));
            }
        }
        for (RasterSpec spec : specs) {
            if (spec.rasterizerClass().isEmpty()) {
                add(spec.name(), new RasterScan(spec, recording, seed));
            }
        }
    }

    private void add(String name, RasterScan scan) {
        List<NumberValues> read = new ArrayList<>();
        for (Component component : scan.components()) {
            Optional<NumberValues> found = columns.stream()
                    .filter(column -> column.number.isAt(component))
                    .findFirst();
            if (found.isEmpty()) {
                return;
            }
            read.add(found.get());
        }
        rasters.add(new Raster(name, scan, read.toArray(NumberValues[]::new), new float[read.size()][]));
    }

    /** Looks at the rows of a run, batch by batch; padding has been left behind. */
    void rows(Recording recording, InspectionSample.RowSpan run) throws IOException {
        try (CropReader reader = recording.read(run.first(), run.end(), BATCH_BYTES)) {
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                try (CropBatch batch = next.get()) {
                    batch(batch);
                }
            }
        }
    }

    private void batch(CropBatch batch) {
        FieldBytes[] fields = new FieldBytes[batch.schema().pointFields().size()];
        for (int crop = 0; crop < batch.crops(); crop++) {
            for (int field = 0; field < fields.length; field++) {
                int size = Math.toIntExact(
                        batch.schema().pointFields().get(field).type().itemSize());
                fields[field] = new FieldBytes(batch.pointValues(field), batch.pointStart(crop) * size, size);
            }
            crop(batch.firstRow() + crop, batch.pointCount(crop), fields);
        }
    }

    /** Looks at a crop; {@code fields} are those of the point. */
    void crop(long row, int count, FieldBytes[] fields) {
        for (NumberValues column : columns) {
            FieldBytes field = fields[column.field];
            column.number.scan(field.bytes, field.at, field.stride, count, values.range(column.number.component()));
        }
        for (Raster raster : rasters) {
            for (int i = 0; i < raster.columns.length; i++) {
                NumberValues column = raster.columns[i];
                FieldBytes field = fields[column.field];
                column.values = column.values.length < count ? new float[count] : column.values;
                column.number.read(field.bytes, field.at, field.stride, count, column.values);
                raster.values[i] = column.values;
            }
            raster.scan.crop(row, count, raster.values);
        }
        values.addCrop();
    }

    /** Notes what the unused slots of a row hold. */
    void padding(PointValues.SlotPadding padding, String place) {
        values.addPadding(padding, place);
    }

    /** The result; to be called once. */
    PointValues values() {
        rasters.forEach(raster -> values.addUse(raster.name, raster.scan.use()));
        return values;
    }
}
