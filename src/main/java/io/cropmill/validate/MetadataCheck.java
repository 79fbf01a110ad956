package io.cropmill.validate;

import io.cropmill.plain.ExpectedArray;
import io.cropmill.plain.PlainField;
import io.cropmill.plain.PlainFile;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Compares a recording's metadata, row by row, with what it should be. For one thread.
 *
 * <pre>
 * point_start i64 | point_count i32 | source_point_count i32 | crop fields, packed
 * </pre>
 */
final class MetadataCheck {
    private static final int COUNT = Long.BYTES;
    private static final int SOURCE_COUNT = COUNT + Integer.BYTES;
    private static final int CROP_FIELDS = SOURCE_COUNT + Integer.BYTES;

    private final PlainFile file;
    private final String recording;
    private final Findings findings;
    private final SourceCrops source;
    private final List<PlainField> fields;
    private final ByteBuffer expected;
    private long nextStart;
    private long foundStart;
    private int foundCount;

    MetadataCheck(PlainFile file, String recording, SourceCrops source, Findings findings) {
        this.file = file;
        this.recording = recording;
        this.source = source;
        this.findings = findings;
        PlainField record = ExpectedArray.metadata(source.reader()).item();
        this.fields = record.parts();
        this.expected = ByteBuffer.allocate(record.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Rows that the file has. */
    long rows() {
        return file.rows();
    }

    /** Where the points of a row begin, as the file has it; of the row after the last, where its points end. */
    long start(long row) throws IOException {
        if (row < rows()) {
            ByteBuffer found = file.row(row);
            return found.getLong(found.position());
        }
        return row == 0 ? 0 : end(row - 1);
    }

    /** Where the points of the row before end: where a row's should begin. */
    void startAt(long row) throws IOException {
        nextStart = row == 0 || row > rows() ? 0 : end(row - 1);
    }

    private long end(long row) throws IOException {
        ByteBuffer found = file.row(row);
        return found.getLong(found.position()) + found.getInt(found.position() + COUNT);
    }

    /** Compares where a row's points lie and how many there were. */
    void checkCounts(long row, int kept, int count) throws IOException {
        ByteBuffer found = read(row);
        putCounts(kept, count);
        compare(row, found, CROP_FIELDS);
        advance(row, kept);
    }

    /** Compares the whole record with that of the current source row. */
    void check(long row, int kept, int count) throws IOException {
        ByteBuffer found = read(row);
        putCounts(kept, count);
        source.putCropFields(expected);
        compare(row, found, expected.capacity());
        advance(row, kept);
    }

    private ByteBuffer read(long row) throws IOException {
        ByteBuffer found = file.row(row);
        foundStart = found.getLong(found.position());
        foundCount = found.getInt(found.position() + COUNT);
        return found;
    }

    private void putCounts(int kept, int count) {
        expected.clear().putLong(nextStart).putInt(kept).putInt(count);
    }

    private void compare(long row, ByteBuffer found, int bytes) {
        int at = found.position();
        if (found.slice(at, bytes).mismatch(expected.slice(0, bytes)) < 0) {
            return;
        }
        int start = 0;
        for (PlainField field : fields) {
            int size = start + field.bytes() <= bytes ? field.bytes() : 0;
            int differs = found.slice(at + start, size).mismatch(expected.slice(start, size));
            if (differs >= 0) {
                ScalarLocation leaf = ScalarLocation.of(field, differs);
                int offset = start + leaf.offset();
                String place = field.name() + leaf.path();
                String byteText = Figures.count(file.rowOffset(row) + offset);
                findings.add(new FindingSubject("metadata", recording, row, file.path())
                        .failure(
                                "field " + place + " byte " + byteText,
                                place + " of row " + Figures.count(row) + " at byte " + byteText,
                                ValuePair.of(leaf.type(), expected, offset, found, at + offset)));
            }
            start += field.bytes();
        }
    }

    /** A gap is one finding: rows that follow a wrong start are compared with that start. */
    private void advance(long row, int kept) throws IOException {
        boolean followed = foundStart != nextStart && row + 1 < rows() && start(row + 1) == foundStart + foundCount;
        nextStart = (followed ? foundStart : nextStart) + kept;
    }

    /** Where the last row that was checked has its points, as the file has it. */
    long foundStart() {
        return foundStart;
    }

    /** Where the points of the last row that was checked should end. */
    long expectedEnd() {
        return nextStart;
    }
}
