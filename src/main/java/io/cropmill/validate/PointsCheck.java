package io.cropmill.validate;

import io.cropmill.plain.PlainFile;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Compares the kept points of source rows, bit for bit and in order, with records of a points file:
 *
 * <pre>
 * source row: xy xy xy ... | height height height ... | ...      file: xy height ... | xy height ... | ...
 * </pre>
 *
 * For one thread.
 */
final class PointsCheck {
    private final PlainFile file;
    private final String recording;
    private final Findings findings;
    private final List<PointField> fields;
    private final int[] offsets;
    private final int recordBytes;

    PointsCheck(PlainFile file, String recording, List<PointField> fields, Findings findings) {
        this.file = file;
        this.recording = recording;
        this.findings = findings;
        this.fields = fields;
        this.offsets = new int[fields.size()];
        int offset = 0;
        for (int field = 0; field < offsets.length; field++) {
            offsets[field] = offset;
            offset = Math.addExact(offset, fields.get(field).size());
        }
        this.recordBytes = offset;
    }

    /** True if the file holds so many points from a place on. */
    boolean holds(long start, int count) {
        return start >= 0 && start <= file.rows() - count;
    }

    /** Points of the file as records, from the buffer's position to its limit. */
    ByteBuffer records(long start, int count) throws IOException {
        return file.read(file.rowOffset(start), Math.multiplyExact(count, recordBytes));
    }

    /**
     * Compares a crop with the current source row.
     *
     * @param start index of the crop's first point, as the metadata has it
     * @return how many points differ
     */
    int check(long row, long start, KeptPoints kept) throws IOException {
        if (!holds(start, kept.count())) {
            findings.add(new FindingSubject("points", recording, row, file.path())
                    .failure(
                            Figures.counted(kept.count(), "point") + " of row " + Figures.count(row) + " from point "
                                    + Figures.count(start) + " on",
                            "a file of " + Figures.counted(file.rows(), "point")));
            return kept.count();
        }
        ByteBuffer records = records(start, kept.count());
        boolean equal = true;
        for (int field = 0; field < offsets.length; field++) {
            equal &= equal(fields.get(field), records, records.position() + offsets[field], kept);
        }
        return equal ? 0 : differing(row, start, kept, records);
    }

    private boolean equal(PointField field, ByteBuffer records, int at, KeptPoints kept) {
        ByteBuffer source = field.bytes();
        int size = field.size();
        int count = kept.count();
        long difference = 0;
        if (size == Integer.BYTES) {
            for (int point = 0; point < count; point++) {
                difference |=
                        source.getInt(kept.slot(point) * Integer.BYTES) ^ records.getInt(at + point * recordBytes);
            }
        } else if (size == Long.BYTES) {
            for (int point = 0; point < count; point++) {
                difference |= source.getLong(kept.slot(point) * Long.BYTES) ^ records.getLong(at + point * recordBytes);
            }
        } else {
            for (int point = 0; point < count && difference == 0; point++) {
                difference = firstDifference(field, kept.slot(point), records, at + point * recordBytes) + 1L;
            }
        }
        return difference == 0;
    }

    /** The byte of a point's value that differs, or -1. */
    private static int firstDifference(PointField field, int slot, ByteBuffer records, int at) {
        int from = slot * field.size();
        for (int i = 0; i < field.size(); i++) {
            if (field.bytes().get(from + i) != records.get(at + i)) {
                return i;
            }
        }
        return -1;
    }

    private int differing(long row, long start, KeptPoints kept, ByteBuffer records) {
        int differing = 0;
        for (int point = 0; point < kept.count(); point++) {
            boolean isReported = differing > 0;
            boolean equal = true;
            for (int field = 0; field < offsets.length && equal; field++) {
                int at = records.position() + point * recordBytes + offsets[field];
                int differs = firstDifference(fields.get(field), kept.slot(point), records, at);
                equal = differs < 0;
                if (!equal && !isReported) {
                    report(row, start, point, field, differs, kept, records);
                }
            }
            differing += equal ? 0 : 1;
        }
        return differing;
    }

    private void report(
            long row, long start, int point, int fieldIndex, int differs, KeptPoints kept, ByteBuffer records) {
        PointField field = fields.get(fieldIndex);
        ScalarLocation leaf = ScalarLocation.of(field.type(), differs);
        int inRecord = offsets[fieldIndex] + leaf.offset();
        String name = field.name() + leaf.path();
        String pointText = "point " + Figures.count(point);
        String byteText = "byte " + Figures.count(file.rowOffset(start + point) + inRecord);
        int from = kept.slot(point) * field.size() + leaf.offset();
        int found = records.position() + point * recordBytes + inRecord;
        findings.add(new FindingSubject("points", recording, row, file.path())
                .failure(
                        pointText + " field " + name + " " + byteText,
                        name + " of " + pointText + " of row " + Figures.count(row) + " at " + byteText,
                        ValuePair.of(leaf.type(), field.bytes(), from, records, found)));
    }
}
