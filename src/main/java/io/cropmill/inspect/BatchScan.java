package io.cropmill.inspect;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.Recording;
import java.io.IOException;
import java.util.Optional;

/** Looks at the points of recordings of any kind, batch by batch; their padding has been left behind. For one thread. */
final class BatchScan {
    private static final long BATCH_BYTES = 4 << 20;

    private BatchScan() {}

    /** Looks at the rows of a run. */
    static void scan(Recording recording, InspectionSample.RowSpan run, PointScan points) throws IOException {
        try (CropReader reader = recording.read(run.first(), run.end(), BATCH_BYTES)) {
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                try (CropBatch batch = next.get()) {
                    look(batch, points);
                }
            }
        }
    }

    private static void look(CropBatch batch, PointScan points) {
        PointScan.FieldBytes[] fields =
                new PointScan.FieldBytes[batch.schema().pointFields().size()];
        for (int crop = 0; crop < batch.crops(); crop++) {
            for (int field = 0; field < fields.length; field++) {
                int size = Math.toIntExact(
                        batch.schema().pointFields().get(field).type().itemSize());
                fields[field] = new PointScan.FieldBytes(batch.pointValues(field), batch.pointStart(crop) * size, size);
            }
            points.crop(batch.firstRow() + crop, batch.pointCount(crop), fields);
        }
    }
}
