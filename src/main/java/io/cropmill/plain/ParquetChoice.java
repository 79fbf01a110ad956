package io.cropmill.plain;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.parquet.ParquetOrigin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which columns are points, which belong to the crop, and what one value of each is.
 *
 * @param count the column that counts the real points; null if the lists' lengths do
 * @param points columns of the point fields
 * @param crops columns of the crop fields, behind which the fields of folders stand
 * @param slots points that every list has room for; 0 if that is not known
 */
record ParquetChoice(
        @Nullable SourceColumn count,
        List<SourceColumn> points,
        List<SourceColumn> crops,
        List<PlainField> pointFields,
        List<PlainField> cropFields,
        long slots) {

    static ParquetChoice of(
            OpenParquet files, ParquetRows rows, ParquetOrigin origin, FieldChoice choice, PlainPartitions partitions)
            throws IOException {
        String file = files.path(0);
        SourceColumn count = files.column(0, choice.countField());
        if (count != null && !count.isWhole()) {
            throw PlainException.of(file, "count column '" + count.name() + "' to hold one whole number a row", count);
        }
        List<SourceColumn> points = new ArrayList<>();
        for (PointFieldName name : choice.pointFields()) {
            SourceColumn column = files.column(0, name.name());
            if (column == null || column == count) {
                throw PlainException.of(file, "a column for point field '" + name.name() + "'", "none");
            }
            points.add(column);
        }
        if (points.isEmpty()) {
            throw PlainException.of(file, "source.point-fields to name the point fields", "none");
        }
        List<SourceColumn> crops = new ArrayList<>();
        for (SourceColumn column : files.columns(0)) {
            boolean isRecording = !origin.rows().field().isEmpty()
                    && column.name().equals(origin.rows().field());
            if (column != count
                    && !points.contains(column)
                    && !isRecording
                    && !choice.skipFields().contains(column.name())) {
                crops.add(column);
            }
        }
        ColumnSamples first = new ColumnSamples(files, rows);
        List<PlainField> pointFields = new ArrayList<>();
        for (int field = 0; field < points.size(); field++) {
            pointFields.add(
                    pointField(file, points.get(field), choice.pointFields().get(field), first));
        }
        List<PlainField> cropFields = new ArrayList<>();
        for (SourceColumn column : crops) {
            cropFields.add(cropField(file, column, first));
        }
        cropFields.addAll(partitions.fields());
        ParquetChoice found = new ParquetChoice(count, points, crops, pointFields, cropFields, 0);
        ListCapacity capacity = new ListCapacity();
        for (int other = 0; other < files.count(); other++) {
            found.requireIn(files, other, origin.rows().absent());
            found.addTo(capacity, files, other);
        }
        return new ParquetChoice(count, points, crops, pointFields, cropFields, capacity.points());
    }

    private void addTo(ListCapacity capacity, OpenParquet files, int file) throws IOException {
        if (count == null) {
            return;
        }
        List<SourceColumn> own = new ArrayList<>();
        for (SourceColumn column : points) {
            own.add(Objects.requireNonNull(files.column(file, column.name())));
        }
        capacity.add(files.footer(file), Objects.requireNonNull(files.column(file, count.name())), own, pointFields);
    }

    private static PlainField pointField(String file, SourceColumn column, PointFieldName name, ColumnSamples first)
            throws IOException {
        PlainField field;
        if (column.isCells()) {
            StoredCell cell = first.cell(column);
            if (cell.shape().isEmpty()) {
                throw PlainException.of(file, "arrays of points in column '" + column.name() + "'", "a single value");
            }
            field = cell.pointField(column.name());
        } else if (!column.isNumbers() || column.lists() == 0) {
            throw PlainException.of(
                    file, "point field '" + column.name() + "' to be lists of numbers or arrays in cells", column);
        } else if (column.lists() == 1) {
            return column.field(name.width() > 1 ? List.of(name.width()) : List.of());
        } else {
            int width = first.width(column);
            if (width == 0 && !name.saysWidth()) {
                throw PlainException.of(
                        file, "points to tell how many values one has in column '" + column.name() + "'", "none");
            }
            field = column.field(List.of(width == 0 ? name.width() : width));
        }
        int values = 1;
        for (int axis : field.shape()) {
            values = Math.multiplyExact(values, axis);
        }
        if (name.saysWidth() && values != name.width()) {
            throw PlainException.of(
                    file, "point field '" + name.name() + "' with " + name.width() + " values a point", values);
        }
        return field;
    }

    private static PlainField cropField(String file, SourceColumn column, ColumnSamples first) throws IOException {
        if (column.isCells()) {
            return first.widestCell(column);
        }
        if (!column.isNumbers()) {
            throw PlainException.of(file, "numbers in column '" + column.name() + "'", column);
        }
        if (column.lists() == 0) {
            return column.field(List.of());
        }
        int values = first.length(column);
        if (column.lists() == 1) {
            return column.field(List.of(values));
        }
        int width = first.width(column);
        return column.field(List.of(width == 0 ? 0 : values / width, width));
    }

    /** Refuses a file whose columns are not those of the first. */
    private void requireIn(OpenParquet files, int file, String absent) throws IOException {
        List<SourceColumn> used = new ArrayList<>(points);
        used.addAll(crops);
        if (count != null) {
            used.add(count);
        }
        for (SourceColumn column : used) {
            SourceColumn found = files.column(file, column.name());
            if (found == null || !found.isLike(column)) {
                throw PlainException.of(
                        files.path(file),
                        "column '" + column.name() + "' of " + column + ", as in " + files.path(0),
                        found == null ? "none" : found);
            }
        }
        if (!absent.isEmpty() && files.column(file, absent) != null) {
            throw PlainException.of(
                    files.path(file), "no column '" + absent + "', as in other files of the source", "it");
        }
        List<String> found = names(files.columns(file));
        List<String> first = names(files.columns(0));
        if (!first.containsAll(found)) {
            throw PlainException.of(files.path(file), "the columns of " + files.path(0) + ", " + first, found);
        }
    }

    private static List<String> names(List<SourceColumn> columns) {
        return columns.stream().map(SourceColumn::name).toList();
    }
}
