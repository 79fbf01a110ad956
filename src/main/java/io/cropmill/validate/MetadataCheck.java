package io.cropmill.validate;

import io.cropmill.npy.RecordType;
import io.cropmill.ragged.RaggedTypes;
import io.cropmill.ragged.RowReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

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

    private final RowReader file;
    private final String recording;
    private final Findings findings;
    private final SourceRows source;
    private final RecordType type;
    private final ByteBuffer expected;
    private long nextStart;
    private long foundStart;
    private int foundCount;

    MetadataCheck(RowReader file, String recording, SourceRows source, Findings findings) {
        this.file = file;
        this.recording = recording;
        this.source = source;
        this.findings = findings;
        this.type = RaggedTypes.metadata(source.schema());
        this.expected = ByteBuffer.allocate(Math.toIntExact(type.itemSize())).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Rows that the file has. */
    long rows() {
        return file.header().rows();
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

    /** Compares the whole record with that of the source row at hand. */
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
        for (RecordType.Field field : type.fields()) {
            int start = (int) field.offset();
            int size = field.end() <= bytes ? (int) field.type().itemSize() : 0;
            int differs = found.slice(at + start, size).mismatch(expected.slice(start, size));
            if (differs >= 0) {
                Leaf leaf = Leaf.of(field.type(), differs);
                int offset = start + leaf.offset();
                String place = field.name() + leaf.path();
                String byteText = Shown.number(file.header().rowOffset(row) + offset);
                findings.add(new Subject("metadata", recording, row, file.path())
                        .failure(
                                "field " + place + " byte " + byteText,
                                place + " of row " + Shown.number(row) + " at byte " + byteText,
                                ValuePair.of(leaf.type(), expected, offset, found, at + offset)));
            }
        }
    }

    /** A gap is one finding: if the rows behind a wrong start follow it, they are held to it. */
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
