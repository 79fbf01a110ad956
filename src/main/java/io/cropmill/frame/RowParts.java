package io.cropmill.frame;

import io.cropmill.frame.FileRowFormat.SourceField;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.RecordType;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The parts of each row that are read, put close together in memory:
 *
 * <pre>
 * file:    | ...aaaa......bb.cc...... | ...aaaa......bb.cc...... |
 * memory:  | aaaabb.cc | aaaabb.cc |                                neighbours with a small gap are one part
 * </pre>
 */
final class RowParts {
    private static final long SMALL_GAP = 512;

    private final List<RowPart> parts = new ArrayList<>();
    private final long stride;

    private record RowPart(long offset, long bytes, long at) implements Serializable {
        long end() {
            return offset + bytes;
        }
    }

    /** A field's bytes in a row. */
    record FieldSpan(long offset, long bytes) {
        static FieldSpan of(SourceField field) {
            return new FieldSpan(field.offset(), field.stored().itemSize());
        }

        static FieldSpan of(RecordType.Field field) {
            return new FieldSpan(field.offset(), field.type().itemSize());
        }
    }

    private RowParts(List<FieldSpan> spans) {
        List<FieldSpan> sorted = new ArrayList<>(spans);
        sorted.sort(Comparator.comparingLong(FieldSpan::offset));
        long at = 0;
        for (FieldSpan span : sorted) {
            RowPart last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
            if (last != null && span.offset <= last.end() + SMALL_GAP) {
                long end = Math.max(last.end(), span.offset + span.bytes);
                at += end - last.end();
                parts.set(parts.size() - 1, new RowPart(last.offset, end - last.offset, last.at));
            } else {
                parts.add(new RowPart(span.offset, span.bytes, at));
                at += span.bytes;
            }
        }
        stride = at;
    }

    static RowParts of(List<FieldSpan> spans) {
        return new RowParts(spans);
    }

    static RowParts whole(long rowBytes) {
        return new RowParts(List.of(new FieldSpan(0, rowBytes)));
    }

    /** Bytes that a row takes in memory. */
    long stride() {
        return stride;
    }

    /** Where a byte of the row is in memory. */
    int at(long offset) {
        for (RowPart part : parts) {
            if (offset >= part.offset && offset <= part.end()) {
                return Math.toIntExact(part.at + offset - part.offset);
            }
        }
        throw new IllegalArgumentException("byte " + offset + " is not among the parts");
    }

    /**
     * Reads parts of rows.
     *
     * @param rows row numbers, ascending
     */
    void read(NpyReader reader, long[] rows, int from, int to, ByteBuffer target) throws IOException {
        boolean whole =
                parts.size() == 1 && parts.get(0).bytes == reader.header().rowBytes();
        for (int i = from; i < to; ) {
            int run = i + 1;
            while (whole && run < to && rows[run] == rows[run - 1] + 1) {
                run++;
            }
            if (whole) {
                reader.readRows(rows[i], run - i, target);
            } else {
                readParts(reader, rows[i], target);
            }
            i = run;
        }
    }

    private void readParts(NpyReader reader, long row, ByteBuffer target) throws IOException {
        int limit = target.limit();
        for (RowPart part : parts) {
            target.limit(Math.toIntExact(target.position() + part.bytes));
            reader.readPart(row, part.offset, target);
            target.limit(limit);
        }
    }
}
