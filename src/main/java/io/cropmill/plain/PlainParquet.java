package io.cropmill.plain;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.LeftOutField;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.plain.ParquetRows.GroupRun;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.ColumnMetaData;

/**
 * Rows of Parquet files as crops, by parquet-java's record assembly. Memory: of each column one page, a dictionary and a
 * row; of rows that do not stand in the files as they follow each other, some 32 MB of crops more.
 */
final class PlainParquet implements PlainReader {
    private static final long WINDOW_BYTES = 32L << 20;
    private static final long MOST_WINDOW_ROWS = 1 << 14;

    private final PlainPartitions partitions;
    private final OpenParquet files;
    private final ParquetRows rows;
    private final ParquetChoice fields;
    private final boolean isInFileOrder;
    private final List<LeftOutField> leftOut;
    private final SourceColumn counting;
    private final OpenColumns columns;
    private long row;
    private long slots;
    private PlainCrop[] window = {};
    private long windowStart;

    private PlainParquet(
            ParquetOrigin origin,
            FieldChoice choice,
            PlainPartitions partitions,
            OpenParquet files,
            RecordingColumn recordings)
            throws IOException {
        this.partitions = partitions;
        this.files = files;
        this.columns = new OpenColumns(files);
        this.rows = ParquetRows.of(files, origin.rows(), recordings);
        this.isInFileOrder = rows.areInFileOrder();
        this.fields = ParquetChoice.of(files, rows, origin, choice, partitions);
        this.slots = fields.slots();
        this.leftOut = leftOut(origin.rows().field());
        this.counting = fields.count() == null ? smallest() : fields.count();
    }

    /** Opens the rows of a recording; the caller closes it. */
    static PlainParquet open(PlainFolder folder, ParquetOrigin origin, FieldChoice choice, PlainPartitions partitions)
            throws IOException {
        OpenParquet files = new OpenParquet(folder, origin.files());
        return PlainSource.owning(
                files, () -> new PlainParquet(origin, choice, partitions, files, folder.recordings()));
    }

    /** The point field that takes the fewest bytes in the first file. */
    private SourceColumn smallest() throws IOException {
        SourceColumn smallest = fields.points().get(0);
        long fewest = Long.MAX_VALUE;
        ParquetFooter footer = files.footer(0);
        for (SourceColumn column : fields.points()) {
            long bytes = 0;
            for (int group = 0; group < footer.groups().size(); group++) {
                ColumnMetaData chunk = footer.chunk(group, column.descriptor());
                bytes += chunk.getTotal_compressed_size();
            }
            smallest = bytes < fewest ? column : smallest;
            fewest = Math.min(fewest, bytes);
        }
        return smallest;
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
        return leftOut;
    }

    /** Of the column that says which recording a row belongs to, the name holds the value. */
    private List<LeftOutField> leftOut(String recordingField) throws IOException {
        return files.columns(0).stream()
                .filter(column -> column != fields.count()
                        && !fields.points().contains(column)
                        && !fields.crops().contains(column)
                        && !column.name().equals(recordingField))
                .map(column -> new LeftOutField(column.name(), column.toString()))
                .toList();
    }

    @Override
    public long rows() {
        return rows.count();
    }

    /** Lists have no common length that is known before all of them are read, also where they are padded. */
    @Override
    public int capacity() {
        return 0;
    }

    /** What the footers say of padded lists, until a row says otherwise. */
    @Override
    public long slots() {
        return slots;
    }

    /** As many as the longest of its lists has. */
    @Override
    public int slotsOf(PlainCrop crop) {
        int slots = crop.count();
        for (int field = 0; field < fields.points().size(); field++) {
            int bytes = fields.pointFields().get(field).bytes();
            slots = Math.max(slots, crop.points().get(field).length / bytes);
        }
        return slots;
    }

    /** Where a row group begins, unless the groups are longer than the parts. */
    @Override
    public long cut(int part, int of) {
        long even = PlainReader.super.cut(part, of);
        if (part == 0 || part == of || !isInFileOrder) {
            return even;
        }
        long[] starts = rows.starts();
        int found = Arrays.binarySearch(starts, even);
        int next = found >= 0 ? found : -found - 1;
        long above = starts[Math.min(next, starts.length - 1)];
        long below = starts[Math.max(0, next - 1)];
        long nearest = above - even <= even - below ? above : below;
        // Less than half a part away, so that no two parts cross.
        return Math.abs(nearest - even) < rows() / of / 2 ? nearest : even;
    }

    @Override
    public void seek(long target) {
        if (target < 0 || target > rows()) {
            throw new IndexOutOfBoundsException("row " + target + " of " + rows());
        }
        row = target;
    }

    @Override
    public PlainCrop next() throws IOException {
        PlainCrop crop = isInFileOrder ? crop(rows.row(row)) : windowed();
        row++;
        return crop;
    }

    @Override
    public int nextCount() throws IOException {
        int count = isInFileOrder ? count(rows.row(row)) : windowed().count();
        row++;
        return count;
    }

    /** Of rows in another order than the files': some crops ahead, read as they stand in the files. */
    private PlainCrop windowed() throws IOException {
        if (row < windowStart || row >= windowStart + window.length) {
            long most = Math.min(MOST_WINDOW_ROWS, Math.max(1, WINDOW_BYTES / Math.max(1, rowBytes(rows.row(row)))));
            windowStart = row;
            window = new PlainCrop[(int) Math.min(most, rows() - row)];
            for (long next : rows.inFileOrder(row, row + window.length)) {
                window[(int) (next - windowStart)] = crop(rows.row(next));
            }
        }
        return window[(int) (row - windowStart)];
    }

    /** Of the rows of a group on average, before compression. */
    private long rowBytes(GroupRun at) throws IOException {
        ParquetFooter footer = files.footer(at.file());
        return footer.groups().get(at.group()).getTotal_byte_size() / Math.max(1, footer.rows(at.group()));
    }

    private int count(GroupRun at) throws IOException {
        SourceColumn column = counting;
        if (column == fields.count()) {
            return requireCount(at, columns.read(at, column).number());
        }
        int field = fields.points().indexOf(column);
        return points(at, field).count();
    }

    private int requireCount(GroupRun at, long count) throws IOException {
        if (count < 0 || count > Integer.MAX_VALUE) {
            throw refused(at, "a point count of 0 to " + Figures.count(Integer.MAX_VALUE), count);
        }
        slots = count > slots ? 0 : slots;
        return (int) count;
    }

    /** Values of a point field: as many as the row has slots. */
    private record Points(int count, byte[] bytes) {}

    private PlainCrop crop(GroupRun at) throws IOException {
        int said = fields.count() == null
                ? -1
                : requireCount(at, columns.read(at, fields.count()).number());
        int count = said;
        List<byte[]> points = new ArrayList<>();
        for (int field = 0; field < fields.points().size(); field++) {
            Points found = points(at, field);
            count = count < 0 ? found.count() : count;
            if (found.count() < count || said < 0 && found.count() > count) {
                throw refused(
                        at,
                        Figures.counted(count, "point") + " in column '"
                                + fields.points().get(field).name() + "'",
                        found.count());
            }
            points.add(found.bytes());
        }
        List<byte[]> crop = new ArrayList<>();
        for (int field = 0; field < fields.cropFields().size(); field++) {
            crop.add(cropValue(at, field));
        }
        PlainCrop read = new PlainCrop(count, count, points, crop);
        slots = slotsOf(read) == slots ? slots : 0;
        return read;
    }

    private Points points(GroupRun at, int field) throws IOException {
        SourceColumn column = fields.points().get(field);
        PlainField type = fields.pointFields().get(field);
        RowValues values = columns.read(at, column);
        if (column.isCells()) {
            StoredCell cell = new ColumnSamples(files, rows).cell(at, column, values);
            if (cell.shape().isEmpty() || !cell.pointField(type.name()).equals(type)) {
                throw refused(
                        at,
                        "points of type " + type + " in column '" + column.name() + "'",
                        cell.item().shown());
            }
            return new Points(cell.shape().get(0), cell.packed(type.scalarBytes()));
        }
        int width = type.bytes() / type.scalarBytes();
        boolean isOtherWidth = column.lists() == 2 && values.count() > 0 && values.width() != width;
        if (values.count() % width != 0 || isOtherWidth) {
            throw refused(
                    at,
                    Figures.counted(width, "value") + " a point in column '" + column.name() + "'",
                    isOtherWidth ? "lists of " + values.width() : Figures.counted(values.count(), "value"));
        }
        return new Points(values.count() / width, values.bytes());
    }

    private byte[] cropValue(GroupRun at, int field) throws IOException {
        PlainField type = fields.cropFields().get(field);
        if (field >= fields.crops().size()) {
            return partitions.value(field - fields.crops().size(), files.path(at.file()));
        }
        SourceColumn column = fields.crops().get(field);
        RowValues values = columns.read(at, column);
        if (column.isCells()) {
            StoredCell cell = new ColumnSamples(files, rows).cell(at, column, values);
            PlainField found = cell.field(type.name());
            boolean isNarrower = cell.isText()
                    && found.kind() == type.kind()
                    && found.shape().equals(type.shape())
                    && found.scalarBytes() <= type.scalarBytes();
            if (!found.equals(type) && !isNarrower) {
                throw refused(at, "an array like " + type + " in column '" + column.name() + "'", found);
            }
            return cell.packed(type.scalarBytes());
        }
        int wanted = type.bytes() / type.scalarBytes();
        boolean isOtherWidth = column.lists() == 2
                && values.count() > 0
                && values.width() != type.shape().get(1);
        if (values.count() != wanted || isOtherWidth) {
            throw refused(
                    at,
                    Figures.counted(wanted, "value") + " in column '" + column.name() + "', as in the first row",
                    isOtherWidth ? "lists of " + values.width() : values.count());
        }
        return values.bytes();
    }

    private PlainException refused(GroupRun at, String expected, Object found) throws IOException {
        long row = files.footer(at.file()).firstRow(at.group()) + at.start();
        return PlainException.of(files.path(at.file()), expected + " at row " + Figures.count(row), found);
    }

    @Override
    public void close() throws IOException {
        columns.close();
        files.close();
    }
}
