package io.cropmill.plain;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A padded recording that is a plain array, (crops, capacity, values of a point):
 *
 * <pre>
 * row: x0 y0 h0 | x1 y1 h1 | ... | padding       fields xy:2, height: x0 y0 x1 y1 ... and h0 h1 ...
 * </pre>
 */
final class ArrayReader implements PlainReader {
    private final PlainBytes file;
    private final StoredArray array;
    private final RowCounts counts;
    private final ArrayRows rows;
    private final int capacity;
    private final List<PlainField> pointFields;
    private final List<byte[]> points = new ArrayList<>();
    private long row;

    /** Owns file and counts, unless it throws. */
    ArrayReader(PlainBytes file, StoredArray array, RowCounts counts, FieldChoice choice) throws IOException {
        this.file = file;
        this.array = array;
        this.counts = counts;
        this.rows = new ArrayRows(file, array);
        if (array.shape().get(1) > Integer.MAX_VALUE || array.type().size() == 0) {
            throw new PlainException("[" + file.path() + "] Expected rows of at most " + Integer.MAX_VALUE
                    + " points of at least one byte, but found shape " + array.tuple());
        }
        this.capacity = array.shape().get(1).intValue();
        this.pointFields = fields(file.path(), array.type(), array.shape().get(2), choice);
        counts.requireRows(file.path(), array.rows());
    }

    /** Values that stand side by side, by the names and widths that the settings give. */
    static List<PlainField> fields(String file, StoredType type, long values, FieldChoice choice)
            throws PlainException {
        List<PlainField> fields = new ArrayList<>();
        long named = 0;
        for (PointFieldName name : choice.pointFields()) {
            int width = name.saysWidth() ? name.width() : 1;
            StoredType point = width == 1 ? type : type.array(List.of(width));
            fields.add(point.field(name.name()));
            named += width;
        }
        if (named != values || fields.isEmpty()) {
            throw new PlainException("[" + file + "] Expected source.point-fields to name the " + values
                    + " values of a point, as in [\"xy:2\", \"height\", \"intensity\"], but found " + named + " in "
                    + choice.pointFields());
        }
        PaddedFields.requireNames(file, fields.stream().map(PlainField::name).toList(), choice);
        return List.copyOf(fields);
    }

    @Override
    public List<PlainField> pointFields() {
        return pointFields;
    }

    @Override
    public List<PlainField> cropFields() {
        return List.of();
    }

    @Override
    public long rows() {
        return array.rows();
    }

    @Override
    public int capacity() {
        return counts.needsRow() ? 0 : capacity;
    }

    @Override
    public long slots() {
        return capacity;
    }

    @Override
    public void seek(long newRow) {
        row = newRow;
    }

    @Override
    public PlainCrop next() throws IOException {
        if (points.isEmpty()) {
            for (PlainField field : pointFields) {
                points.add(PlainBytes.memory(file.path(), (long) capacity * field.bytes()));
            }
        }
        int at = rows.at(row);
        int count = counts.of(row, rows.bytes(), at);
        int offset = 0;
        int pointBytes = Math.toIntExact(array.shape().get(2) * array.type().size());
        for (int field = 0; field < points.size(); field++) {
            int width = pointFields.get(field).bytes();
            int values = width / array.type().size();
            byte[] target = points.get(field);
            for (int point = 0; point < capacity; point++) {
                array.type().pack(rows.bytes(), at + point * pointBytes + offset, values, target, point * width);
            }
            offset += width;
        }
        row++;
        return new PlainCrop(count, count, points, List.of());
    }

    @Override
    public int nextCount() throws IOException {
        int at = counts.needsRow() ? rows.at(row) : 0;
        int count = counts.of(row, rows.bytes(), at);
        row++;
        return count;
    }

    @Override
    public void close() throws IOException {
        try (file) {
            counts.close();
        }
    }
}
