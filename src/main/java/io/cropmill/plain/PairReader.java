package io.cropmill.plain;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.LeftOutField;
import io.cropmill.crop.PointFieldName;
import io.cropmill.plain.StoredType.StoredField;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/** A ragged pair that was written earlier, by us or by others: a row a crop, and the points that rows point to. */
final class PairReader implements PlainReader {
    private static final String START = "point_start";
    private static final String HELD = "point_count";
    private static final String SOURCE = "source_point_count";
    /** Points of a crop that was cut: each row's are drawn anew, and no crop has so many. */
    private static final int MOST_CUT_POINTS = 1 << 27;

    private final PlainBytes metadataFile;
    private final PlainBytes pointsFile;
    private final StoredArray metadata;
    private final StoredArray pointArray;
    private final StoredField start;
    private final StoredField held;
    private final StoredField source;
    private final List<StoredField> crops;
    private final List<StoredField> points;
    private final PlainWindow rows;
    private final PlainWindow records;
    private final ArrayRows scattered;
    private final List<byte[]> pointBytes = new ArrayList<>();
    private final List<byte[]> cropBytes = new ArrayList<>();
    private final int[] sizes;
    private long row;
    private long checkedEnd;
    private int lastSource;

    /** Owns both files, unless it throws. */
    PairReader(PlainBytes metadataFile, PlainBytes pointsFile, FieldChoice choice) throws IOException {
        this.metadataFile = metadataFile;
        this.pointsFile = pointsFile;
        this.metadata = StoredArray.read(metadataFile);
        this.pointArray = StoredArray.read(pointsFile);
        String file = metadataFile.path();
        if (metadata.type().parts() == null || metadata.shape().size() != 1) {
            throw new PlainException("[" + file + "] Expected a 1-D array of records (one row per crop) beside "
                    + pointsFile.path() + ", but found " + metadata.type().shown() + " of shape " + metadata.tuple());
        }
        crops = new ArrayList<>(metadata.type().parts());
        start = taken(file, START);
        held = taken(file, HELD);
        source = taken(file, SOURCE);
        crops.removeIf(part -> choice.skipFields().contains(part.name()));
        points = points(choice);
        PaddedFields.requireNames(
                pointsFile.path(), points.stream().map(StoredField::name).toList(), choice);
        rows = new PlainWindow(metadataFile, metadataFile.length());
        records = new PlainWindow(pointsFile, pointsFile.length());
        scattered = new ArrayRows(pointsFile, pointArray.withAxes(3));
        requireEnds();
        points.forEach(part -> pointBytes.add(new byte[0]));
        cropFields().forEach(field -> cropBytes.add(new byte[field.bytes()]));
        sizes = pointFields().stream().mapToInt(PlainField::bytes).toArray();
    }

    private StoredField taken(String file, String name) throws PlainException {
        StoredField part = PaddedFields.find(crops, name);
        if (part == null || !part.type().isInteger()) {
            throw new PlainException("[" + file + "] Expected the metadata of a ragged pair with a whole number '"
                    + name + "', but found "
                    + (part == null ? "none" : part.type().shown()));
        }
        crops.remove(part);
        return part;
    }

    private List<StoredField> points(FieldChoice choice) throws PlainException {
        StoredType type = pointArray.type();
        if (type.parts() != null && pointArray.shape().size() == 1) {
            return choice.pointFields().isEmpty() ? type.parts() : named(type.parts(), choice.pointFields());
        }
        if (type.parts() != null || pointArray.shape().size() != 2) {
            throw new PlainException("[" + pointsFile.path()
                    + "] Expected a 1-D array of point records or a 2-D array of points, but found " + type.shown()
                    + " of shape " + pointArray.tuple());
        }
        List<StoredField> parts = new ArrayList<>();
        int offset = 0;
        for (PlainField field :
                ArrayReader.fields(pointsFile.path(), type, pointArray.shape().get(1), choice)) {
            parts.add(
                    new StoredField(field.name(), field.shape().isEmpty() ? type : type.array(field.shape()), offset));
            offset += field.bytes();
        }
        return parts;
    }

    private List<StoredField> named(List<StoredField> parts, List<PointFieldName> names) throws PlainException {
        List<StoredField> named = new ArrayList<>();
        for (PointFieldName name : names) {
            StoredField part = PaddedFields.find(parts, name.name());
            if (part != null && (!name.saysWidth() || part.type().count() == name.width())) {
                named.add(part);
            }
        }
        if (!new HashSet<>(named).equals(new HashSet<>(parts))) {
            throw new PlainException("[" + pointsFile.path() + "] Expected source.point-fields to name all fields of "
                    + pointArray.type().shown() + ", but found " + names);
        }
        return named;
    }

    /** The crops take up all points, from the first to the last. */
    private void requireEnds() throws IOException {
        long first = 0;
        long end = 0;
        if (rows() > 0) {
            first = number(0, start);
            end = end(rows() - 1);
        }
        if (first != 0 || end != pointArray.rows()) {
            throw refused(
                    "crops that take up the " + Figures.counted(pointArray.rows(), "point") + " of "
                            + pointsFile.path(),
                    first + " to " + end);
        }
    }

    private long number(long index, StoredField part) throws IOException {
        int at = rows.at(metadata.rowOffset(index), metadata.type().size());
        StoredType type = part.type();
        return PlainNumber.integer(rows.bytes(), at + part.offset(), type.size(), type.kind() == 'i', type.swapped());
    }

    private PlainException refused(String expected, String found) {
        return PlainException.of(metadataFile.path(), expected, found);
    }

    @Override
    public List<PlainField> pointFields() {
        return points.stream().map(part -> part.type().field(part.name())).toList();
    }

    @Override
    public List<PlainField> cropFields() {
        return crops.stream().map(part -> part.type().field(part.name())).toList();
    }

    /** Of the metadata: of the points, all fields are taken. */
    @Override
    public List<LeftOutField> leftOut() {
        List<StoredField> others =
                new ArrayList<>(Objects.requireNonNull(metadata.type().parts()));
        others.removeAll(List.of(start, held, source));
        others.removeAll(crops);
        return others.stream().map(PlainRecords::leftOut).toList();
    }

    @Override
    public long rows() {
        return metadata.rows();
    }

    @Override
    public int capacity() {
        return 0;
    }

    @Override
    public void seek(long newRow) throws IOException {
        row = newRow;
        checkedEnd = newRow == 0 ? 0 : end(newRow - 1);
    }

    /** Where the points of a row end, which all lie within the points file. */
    private long end(long index) throws IOException {
        long first = number(index, start);
        return first + within(index, first);
    }

    @Override
    public PlainCrop next() throws IOException {
        long first = number(row, start);
        int count = count(first);
        int before = sourceCount(count);
        int at = rows.at(metadata.rowOffset(row), metadata.type().size());
        for (int field = 0; field < crops.size(); field++) {
            StoredField part = crops.get(field);
            part.type().pack(rows.bytes(), at + part.offset(), 1, cropBytes.get(field), 0);
        }
        for (int field = 0; field < points.size(); field++) {
            long bytes = (long) count * sizes[field];
            if (pointBytes.get(field).length < bytes) {
                pointBytes.set(field, PlainBytes.memory(pointsFile.path(), bytes));
            }
        }
        if (pointArray.hasWholeRows()) {
            int recordBytes = Math.toIntExact(pointArray.rowBytes());
            int from = records.at(pointArray.rowOffset(first), Math.multiplyExact(count, recordBytes));
            for (int point = 0; point < count; point++) {
                takeApart(records.bytes(), from + point * recordBytes, point);
            }
        } else {
            for (int point = 0; point < count; point++) {
                int from = scattered.at(first + point);
                takeApart(scattered.bytes(), from, point);
            }
        }
        row++;
        return new PlainCrop(count, before, pointBytes, cropBytes);
    }

    private void takeApart(byte[] record, int at, int point) {
        for (int field = 0; field < sizes.length; field++) {
            StoredField part = points.get(field);
            part.type().pack(record, at + part.offset(), 1, pointBytes.get(field), point * sizes[field]);
        }
    }

    @Override
    public int nextCount() throws IOException {
        int count = count(number(row, start));
        lastSource = sourceCount(count);
        row++;
        return count;
    }

    @Override
    public int lastSourceCount(int count) {
        return lastSource;
    }

    /** The points of the current row, which begin where those of the row before end. */
    private int count(long first) throws IOException {
        long count = within(row, first);
        if (first != checkedEnd || count > Integer.MAX_VALUE) {
            throw refused(
                    START + " " + Figures.count(checkedEnd) + " in row " + row + ", where the crop before ends",
                    "" + first);
        }
        checkedEnd = first + count;
        return (int) count;
    }

    private long within(long index, long first) throws IOException {
        long count = number(index, held);
        if (count < 0 || first < 0 || first > pointArray.rows() || count > pointArray.rows() - first) {
            throw refused(
                    "points within the " + Figures.count(pointArray.rows()) + " of the points file in row " + index,
                    first + " + " + count);
        }
        return count;
    }

    private int sourceCount(int count) throws IOException {
        long before = number(row, source);
        if (before < count || before > Integer.MAX_VALUE) {
            throw refused(
                    SOURCE + " of at least the " + Figures.counted(count, "point") + " kept in row " + row,
                    "" + before);
        }
        if (before > count && before > MOST_CUT_POINTS) {
            throw refused(
                    SOURCE + " of at most " + Figures.count(MOST_CUT_POINTS) + " where points were cut off in row "
                            + row,
                    Figures.count(before));
        }
        return (int) before;
    }

    @Override
    public void close() throws IOException {
        try (metadataFile) {
            pointsFile.close();
        }
    }
}
