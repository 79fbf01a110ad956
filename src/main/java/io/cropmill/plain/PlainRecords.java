package io.cropmill.plain;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.LeftOutField;
import io.cropmill.plain.StoredType.StoredField;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A padded recording of records, as a loader of padded rows reads it: row after row, the whole of each. */
final class PlainRecords implements PlainReader {
    private final PlainBytes file;
    private final StoredArray array;
    private final PaddedFields fields;
    private final PlainWindow rows;
    private final PlainWindow counts;
    private final List<byte[]> points = new ArrayList<>();
    private final List<byte[]> crops = new ArrayList<>();
    private long row;

    /** Owns the file, unless it throws. */
    PlainRecords(PlainBytes file, StoredArray array, FieldChoice choice) throws IOException {
        this.file = file;
        this.array = array;
        this.fields = PaddedFields.of(file.path(), array.type(), choice);
        this.rows = new PlainWindow(file, file.length());
        this.counts = new PlainWindow(file, file.length());
    }

    @Override
    public List<PlainField> pointFields() {
        return fields.pointFields();
    }

    @Override
    public List<PlainField> cropFields() {
        return fields.cropFields();
    }

    @Override
    public List<LeftOutField> leftOut() {
        List<StoredField> others =
                new ArrayList<>(Objects.requireNonNull(array.type().parts()));
        others.remove(fields.count());
        others.removeAll(fields.points());
        others.removeAll(fields.crops());
        return others.stream().map(PlainRecords::leftOut).toList();
    }

    static LeftOutField leftOut(StoredField part) {
        return new LeftOutField(part.name(), part.type().shown());
    }

    @Override
    public long rows() {
        return array.rows();
    }

    @Override
    public int capacity() {
        return fields.capacity();
    }

    @Override
    public void seek(long newRow) {
        row = newRow;
    }

    @Override
    public PlainCrop next() throws IOException {
        if (points.isEmpty()) {
            for (PlainField field : fields.pointFields()) {
                points.add(PlainBytes.memory(file.path(), (long) fields.capacity() * field.bytes()));
            }
            fields.cropFields().forEach(field -> crops.add(new byte[field.bytes()]));
        }
        int at = rows.at(array.rowOffset(row), array.type().size());
        int count = count(rows.bytes(), at + fields.count().offset());
        for (int field = 0; field < points.size(); field++) {
            StoredField part = fields.points().get(field);
            part.type().pack(rows.bytes(), at + part.offset(), 1, points.get(field), 0);
        }
        for (int field = 0; field < crops.size(); field++) {
            StoredField part = fields.crops().get(field);
            part.type().pack(rows.bytes(), at + part.offset(), 1, crops.get(field), 0);
        }
        row++;
        return new PlainCrop(count, count, points, crops);
    }

    @Override
    public int nextCount() throws IOException {
        int at = counts.at(
                array.rowOffset(row) + fields.count().offset(),
                fields.count().type().size());
        int count = count(counts.bytes(), at);
        row++;
        return count;
    }

    private int count(byte[] bytes, int at) throws PlainException {
        StoredType type = fields.count().type();
        boolean signed = type.kind() == 'i';
        long count = PlainNumber.integer(bytes, at, type.size(), signed, type.swapped());
        if (count < 0 || count > fields.capacity()) {
            throw PlainException.of(
                    file.path(),
                    fields.count().name() + " from 0 to " + Figures.count(fields.capacity()) + " in row "
                            + Figures.count(row),
                    PlainNumber.value(count, signed));
        }
        return (int) count;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
