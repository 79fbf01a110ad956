package io.cropmill.validate;

import io.cropmill.crop.FieldChoice;
import io.cropmill.plain.PlainCrop;
import io.cropmill.plain.PlainField;
import io.cropmill.plain.PlainFolder;
import io.cropmill.plain.PlainGuard;
import io.cropmill.plain.PlainReader;
import io.cropmill.plain.PlainSource;
import io.cropmill.rebuild.SourceRecording;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The crops of a recording as the proof reads them, one at a time. For one thread. */
final class SourceCrops implements Closeable {
    private final String path;
    private final PlainReader reader;
    private final List<PointField> points = new ArrayList<>();
    private PlainCrop crop = new PlainCrop(0, 0, List.of(), List.of());
    private int sourceCount;
    private int slots;

    private SourceCrops(String path, PlainReader reader) {
        this.path = path;
        this.reader = reader;
        for (PlainField field : reader.pointFields()) {
            points.add(new PointField(field));
        }
    }

    /** Opens a recording and checks its headers and lengths. */
    static SourceCrops open(PlainFolder source, ValidationWork work, FieldChoice choice) throws IOException {
        SourceRecording recording = work.split().recording();
        return new SourceCrops(
                recording.file().path(), PlainSource.open(source, recording.origin(), choice, work.partitions()));
    }

    PlainReader reader() {
        return reader;
    }

    long rows() {
        return reader.rows();
    }

    /** Point slots of the current row. */
    int slots() {
        return slots;
    }

    /** Goes to a row. */
    void begin(long row) throws IOException {
        PlainGuard.run(path, () -> {
            reader.seek(row);
            return row;
        });
    }

    /** The count of the next row alone. */
    int count() throws IOException {
        int count = PlainGuard.run(path, reader::nextCount);
        sourceCount = reader.lastSourceCount(count);
        return count;
    }

    /** Reads the next row, which becomes the current one, and returns its count. */
    int read() throws IOException {
        crop = PlainGuard.run(path, reader::next);
        sourceCount = crop.sourceCount();
        slots = reader.slotsOf(crop);
        for (int field = 0; field < points.size(); field++) {
            byte[] values = crop.points().get(field);
            int bytes = Math.multiplyExact(slots, points.get(field).size());
            // Lists may be of different lengths behind the real points.
            points.get(field).move(values.length < bytes ? Arrays.copyOf(values, bytes) : values);
        }
        return crop.count();
    }

    /** Points of the last row before an earlier cap; equal to its count unless the source is a pair. */
    int sourceCount() {
        return sourceCount;
    }

    /** The current row. */
    PlainCrop crop() {
        return crop;
    }

    /** All point slots of the current row, real ones first. */
    List<PointField> points() {
        return points;
    }

    /** Appends the row's crop fields, packed, one after the other. */
    void putCropFields(ByteBuffer target) {
        crop.crop().forEach(target::put);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
