package io.cropmill.validate;

import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.Recording;
import io.cropmill.ragged.RowReader;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A recording of the source, row by row. Padded records are read as a loader of padded rows reads them, apart from the
 * readers of a rebuild; all other sources as the batches that a rebuild gets of them. For one thread.
 */
interface SourceRows extends Closeable {
    /** Opens a recording and checks its headers and lengths. */
    static SourceRows open(Storage source, SourceRecording planned, FieldChoice choice) throws IOException {
        Recording recording = planned.open(source, choice);
        if (recording.paddedRow().isEmpty()) {
            return new BatchRows(recording);
        }
        recording.close();
        return PaddedRows.open(source, planned.file().path(), choice);
    }

    CropSchema schema();

    long rows();

    /** Where the {@code part}-th of {@code of} splits begins, as in a rebuild. */
    long cut(int part, int of);

    /** Point slots that a row reserves; 0 where nothing is padded, or not at hand. */
    int capacity();

    /** Points that a row has room for, whether its padding is at hand or not; 0 where rows have no common capacity. */
    long slots();

    /** Takes up the rows from {@code firstRow} to before {@code endRow}, each of which is then asked for once, in order. */
    void begin(long firstRow, long endRow, RowReader.Order order) throws IOException;

    /** The count of a row that is not read otherwise. */
    int count(long index) throws IOException;

    /** Reads a row, whose fields are then at hand, and returns its count. */
    int read(long index) throws IOException;

    /** Points that the row asked for last had before it was cut to a cap earlier: its count, unless it comes of a pair. */
    int sourceCount();

    /** All point slots of the row at hand, real ones first. */
    List<PointField> points();

    /** Appends the row's crop fields, packed, one after the other. */
    void putCropFields(ByteBuffer target);
}
