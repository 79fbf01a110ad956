package io.cropmill.inspect;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.Recording;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at the points of recordings of any kind, batch by batch; their padding has been left behind. For one thread. */
final class BatchScan {
    private static final long BATCH_BYTES = 4 << 20;

    private final List<List<NumberColumn>> columns = new ArrayList<>();
    private final PointValues values = new PointValues();

    BatchScan(CropSchema schema) {
        for (CropSchema.CropField field : schema.pointFields()) {
            columns.add(NumberColumn.of(CropSchema.record(List.of(field))));
        }
    }

    /** Looks at the rows from {@code first} to before {@code end}. */
    PointValues scan(Recording recording, long first, long end) throws IOException {
        try (CropReader reader = recording.read(first, end, BATCH_BYTES)) {
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                try (CropBatch batch = next.get()) {
                    look(batch);
                }
            }
        }
        return values;
    }

    private void look(CropBatch batch) {
        for (int field = 0; field < columns.size(); field++) {
            int size = Math.toIntExact(
                    batch.schema().pointFields().get(field).type().itemSize());
            ByteBuffer bytes = batch.pointValues(field);
            for (NumberColumn column : columns.get(field)) {
                column.scan(bytes, 0, size, batch.points(), values.range(column.component()));
            }
        }
    }
}
