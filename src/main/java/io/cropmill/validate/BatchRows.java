package io.cropmill.validate;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropException;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.Recording;
import io.cropmill.ragged.RowReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows of the batches of a recording that is not padded: a Parquet file's, a plain array's, a ragged pair's. */
final class BatchRows implements SourceRows {
    private static final long BATCH_BYTES = 1 << 20;

    private final Recording recording;
    private final List<PointField> points = new ArrayList<>();
    private long endRow;
    private @Nullable CropReader reader;
    private @Nullable CropBatch batch;
    private final List<ByteBuffer> cropBytes = new ArrayList<>();
    private int crop;

    /** Takes over a recording, which is closed with this. */
    BatchRows(Recording recording) {
        this.recording = recording;
        this.endRow = recording.rows();
        for (CropSchema.CropField field : recording.schema().pointFields()) {
            points.add(new PointField(field.name(), field.type()));
        }
    }

    @Override
    public CropSchema schema() {
        return recording.schema();
    }

    @Override
    public long rows() {
        return recording.rows();
    }

    @Override
    public long cut(int part, int of) {
        return recording.cut(part, of);
    }

    @Override
    public int capacity() {
        return 0;
    }

    @Override
    public long slots() {
        return recording.slots().orElse(0);
    }

    @Override
    public void begin(long firstRow, long end, RowReader.Order order) throws IOException {
        endRow = end;
    }

    @Override
    public int count(long index) throws IOException {
        return read(index);
    }

    @Override
    public int read(long index) throws IOException {
        CropBatch at = batchWith(index);
        crop = Math.toIntExact(index - at.firstRow());
        for (int field = 0; field < points.size(); field++) {
            PointField point = points.get(field);
            point.move(point.bytes(), Math.multiplyExact(at.pointStart(crop), point.size()));
        }
        return at.pointCount(crop);
    }

    private CropBatch batchWith(long row) throws IOException {
        CropBatch at = batch;
        if (at == null || row < at.firstRow() || reader == null) {
            closeReader();
            reader = recording.read(row, endRow, BATCH_BYTES);
            at = next(row);
        }
        while (row >= at.firstRow() + at.crops()) {
            at = next(row);
        }
        return at;
    }

    private CropBatch next(long row) throws IOException {
        closeBatch();
        Optional<CropBatch> found = Objects.requireNonNull(reader).next();
        if (found.isEmpty()) {
            throw new CropException("Expected row " + row + " of " + recording.rows() + ", but the rows end before");
        }
        CropBatch at = found.get();
        batch = at;
        for (int field = 0; field < points.size(); field++) {
            points.get(field).move(at.pointValues(field), 0);
        }
        for (int field = 0; field < schema().cropFields().size(); field++) {
            cropBytes.add(at.cropValues(field));
        }
        return at;
    }

    @Override
    public int sourceCount() {
        return Objects.requireNonNull(batch).sourceCount(crop);
    }

    @Override
    public List<PointField> points() {
        return points;
    }

    @Override
    public void putCropFields(ByteBuffer target) {
        for (int field = 0; field < cropBytes.size(); field++) {
            int size = Math.toIntExact(schema().cropFields().get(field).type().itemSize());
            target.put(target.position(), cropBytes.get(field), Math.multiplyExact(crop, size), size)
                    .position(target.position() + size);
        }
    }

    private void closeBatch() {
        if (batch != null) {
            batch.close();
            batch = null;
        }
        cropBytes.clear();
    }

    private void closeReader() throws IOException {
        closeBatch();
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }

    @Override
    public void close() throws IOException {
        try (recording) {
            closeReader();
        }
    }
}
