package io.cropmill.crop.parquet;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChecks;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.SubArrayType;
import io.cropmill.parquet.ColumnType;
import io.cropmill.parquet.ColumnType.Cells;
import io.cropmill.parquet.ColumnType.Numbers;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.parquet.ParquetFile;
import io.cropmill.text.Suggestion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of a Parquet recording are points, which belong to the crop, and what their values are.
 *
 * <p>Points are lists of numbers (the width is named), lists of lists, or arrays in binary cells; everything else is a
 * crop field: a number, a list of always as many numbers as in the first row, an array in a binary cell.
 *
 * @param count the column that holds the point count; null where the lists' lengths do
 * @param points columns in output order, types in the schema
 * @param crops columns in source order
 * @param partitions crop fields from folder names, which the schema has behind the others
 */
record ParquetFields(
        CropSchema schema,
        @Nullable ParquetColumn count,
        List<ParquetColumn> points,
        List<ParquetColumn> crops,
        List<PartitionField> partitions) {
    /** Finds the fields of a recording from the schema of its first file and, where that is not enough, its first rows. */
    static ParquetFields of(ParquetOrigin origin, FieldChoice choice, ParquetFile first, FirstRows rows)
            throws IOException {
        String file = first.name();
        FieldChecks.requireNamed(file, choice.pointFields(), "Parquet");
        ParquetColumn count = first.column(choice.countField()).orElse(null);
        requireWhole(file, count);
        List<ParquetColumn> points = new ArrayList<>();
        List<CropSchema.CropField> pointFields = new ArrayList<>();
        for (PointFieldName name : choice.pointFields()) {
            ParquetColumn column = first.column(name.name()).orElse(null);
            if (column == null || column == count) {
                throw new UnclearFieldsException("[" + file + "] Expected a column for point field '" + name.name()
                        + "', but found " + names(first.columns())
                        + Suggestion.hint(name.name(), names(first.columns())));
            }
            points.add(column);
            pointFields.add(new CropSchema.CropField(name.name(), pointType(file, name, column, rows)));
        }
        FieldChecks.requireNeeded(file, names(points), choice.needed());
        if (new HashSet<>(points).size() != points.size()) {
            throw new UnclearFieldsException(
                    "[" + file + "] Expected point fields each named once, but found " + names(points));
        }
        List<ParquetColumn> crops = new ArrayList<>(first.columns());
        crops.removeAll(points);
        crops.remove(count);
        // A column without a name is not the column of recordings of a source that has none.
        crops.removeIf(column ->
                origin.rows().areShared() && column.name().equals(origin.rows().field()));
        crops.removeIf(column -> choice.skipFields().contains(column.name()));
        List<CropSchema.CropField> cropFields = new ArrayList<>();
        for (ParquetColumn column : crops) {
            cropFields.add(new CropSchema.CropField(column.name(), cropType(file, column, rows)));
        }
        for (PartitionField partition : origin.partitions()) {
            cropFields.add(new CropSchema.CropField(partition.name(), partition.type()));
        }
        List<String> cropNames =
                cropFields.stream().map(CropSchema.CropField::name).toList();
        FieldChecks.requireUnreserved(file, cropNames);
        FieldChecks.requireNames(file, cropNames);
        return new ParquetFields(new CropSchema(pointFields, cropFields), count, points, crops, origin.partitions());
    }

    private static void requireWhole(String file, @Nullable ParquetColumn count) throws CropException {
        if (count == null
                || (count.nesting() == 0
                        && count.type() instanceof Numbers numbers
                        && numbers.dtype().isWhole())) {
            return;
        }
        throw new UnclearFieldsException("[" + file + "] Expected count column '" + count.name()
                + "' to hold one whole number a row, but found " + count + "; name the count with source.count-field");
    }

    private static Dtype pointType(String file, PointFieldName name, ParquetColumn column, FirstRows rows)
            throws IOException {
        if (column.type() instanceof Cells cells && !cells.isText() && column.nesting() == 0) {
            Dtype type = rows.cellRow(column);
            long width = type.entries();
            if (name.saysWidth() && name.width() != width) {
                throw wrongWidth(file, name, width);
            }
            return type;
        }
        if (!(column.type() instanceof Numbers numbers) || column.nesting() == 0) {
            throw new CropException("[" + file + "] Expected point field '" + column.name()
                    + "' to be lists of numbers or binary cells that hold arrays, but found " + column + " in row 0");
        }
        if (column.nesting() == 1) {
            long width = name.saysWidth() ? name.width() : 1;
            return width == 1 ? numbers.dtype() : new SubArrayType(numbers.dtype(), List.of(width));
        }
        long width = rows.width(column);
        if (width == 0 && !name.saysWidth()) {
            throw new UnclearFieldsException(
                    "[" + file + "] Expected points to tell how many values one has in column '"
                            + column.name() + "', but found none; say it with source.point-fields = [\"" + column.name()
                            + ":width\"]");
        }
        if (width != 0 && name.saysWidth() && name.width() != width) {
            throw wrongWidth(file, name, width);
        }
        return new SubArrayType(numbers.dtype(), List.of(width == 0 ? name.width() : width));
    }

    private static UnclearFieldsException wrongWidth(String file, PointFieldName name, long width) {
        return new UnclearFieldsException("[" + file + "] Expected point field '" + name.name() + "' with "
                + name.width() + " values a point, but found " + width);
    }

    private static Dtype cropType(String file, ParquetColumn column, FirstRows rows) throws IOException {
        ColumnType type = column.type();
        if (type instanceof Numbers numbers) {
            return switch (column.nesting()) {
                case 0 -> numbers.dtype();
                case 1 -> new SubArrayType(numbers.dtype(), List.of(rows.length(column)));
                default -> nested(numbers, rows.length(column), rows.width(column));
            };
        }
        if (type instanceof Cells cells && !cells.isText() && column.nesting() == 0) {
            return rows.cell(column);
        }
        throw new CropException("[" + file + "] Expected numbers in column '" + column.name() + "', but found " + column
                + " in row 0; leave it out with source.skip-fields = [\"" + column.name() + "\"]"
                + recordingHint(column));
    }

    /** Text is mostly what names the recordings. */
    private static String recordingHint(ParquetColumn column) {
        return column.type() instanceof Cells cells && cells.isText() && column.nesting() == 0
                ? ", or if it says which recording a row belongs to, name it with source.recording-field"
                : "";
    }

    private static Dtype nested(Numbers numbers, long values, long width) {
        return new SubArrayType(numbers.dtype(), List.of(width == 0 ? 0 : values / width, width));
    }

    /** Refuses a file of the recording that does not hold the same columns, or holds them in a codec that is not read. */
    void requireIn(ParquetFile first, ParquetFile other) throws IOException {
        List<ParquetColumn> used = new ArrayList<>(points);
        used.addAll(crops);
        if (count != null) {
            used.add(count);
        }
        for (ParquetColumn column : used) {
            ParquetColumn found = other.column(column.name()).orElse(null);
            if (found == null || !found.isLike(column)) {
                throw new CropException("[" + other.name() + "] Expected column '" + column.name() + "' of " + column
                        + ", as in " + first.name() + ", but found " + (found == null ? "none" : found));
            }
            other.requireCodecs(found);
        }
        for (ParquetColumn column : other.columns()) {
            if (first.column(column.name()).isEmpty()) {
                throw new CropException("[" + other.name() + "] Expected the columns of " + first.name() + ", "
                        + names(first.columns()) + ", but found also '" + column.name() + "'");
            }
        }
    }

    /** True for a column whose values are in the schema's fields, or count points. */
    boolean holds(ParquetColumn column) {
        return column == count || points.contains(column) || crops.contains(column);
    }

    /** Bytes of the crop fields of one row. */
    long cropBytes() {
        return schema.cropFields().stream()
                .mapToLong(field -> field.type().itemSize())
                .sum();
    }

    private static List<String> names(List<ParquetColumn> columns) {
        return columns.stream().map(ParquetColumn::name).toList();
    }
}
