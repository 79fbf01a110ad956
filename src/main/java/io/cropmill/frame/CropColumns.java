package io.cropmill.frame;

import io.cropmill.crop.CropSchema;
import io.cropmill.crop.CropSchema.CropField;
import io.cropmill.crop.PointFieldName;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.SubArrayType;
import io.cropmill.text.Suggestion;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The parts that the columns of a DataFrame are of a crop.
 *
 * @param count a column that says how many points a crop has; null if there is none
 */
record CropColumns(
        CropColumn recording,
        CropColumn row,
        @Nullable CropColumn count,
        List<CropColumn> points,
        List<CropColumn> fields)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * A column.
     *
     * @param type packed type of the value, or of one point
     */
    record CropColumn(int at, String name, org.apache.spark.sql.types.DataType from, Dtype type)
            implements Serializable {
        private static final long serialVersionUID = 1L;

        /** Values of one point in a flat list. */
        long width() {
            boolean nested = from instanceof ArrayType list && list.elementType() instanceof ArrayType;
            return !nested && type instanceof SubArrayType array ? array.elementCount() : 1;
        }
    }

    CropColumns {
        points = List.copyOf(points);
        fields = List.copyOf(fields);
    }

    CropSchema schema() {
        return new CropSchema(
                points.stream()
                        .map(column -> new CropField(column.name, column.type))
                        .toList(),
                fields.stream()
                        .map(column -> new CropField(column.name, column.type))
                        .toList());
    }

    /** Finds the columns by options, else by the metadata that reading has left. */
    static CropColumns of(
            StructType schema,
            String recordingColumn,
            String rowColumn,
            List<PointFieldName> pointFields,
            List<FieldShape> cropFields)
            throws IOException {
        refuseTwins(schema);
        refuseUnknown(schema, cropFields);
        CropColumn recording = null;
        CropColumn row = null;
        CropColumn count = null;
        List<CropColumn> points = new ArrayList<>();
        List<CropColumn> fields = new ArrayList<>();
        Dtype none = io.cropmill.npy.ScalarType.INT64;
        for (int at = 0; at < schema.size(); at++) {
            StructField column = schema.apply(at);
            String name = column.name();
            if (name.equals(recordingColumn)) {
                recording = new CropColumn(at, name, column.dataType(), none);
            } else if (name.equals(rowColumn)) {
                row = new CropColumn(at, name, column.dataType(), none);
            } else if (name.equals(TableColumns.POINT_COUNT)) {
                count = new CropColumn(at, name, column.dataType(), none);
            } else if (CropSchema.OWN_COLUMNS.contains(name)) {
                throw refused("no column named '" + name + "', which the metadata file writes itself", "one; drop it");
            } else if (isPoints(column, pointFields)) {
                points.add(pointColumn(at, column, pointFields));
            } else {
                fields.add(fieldColumn(at, column, cropFields));
            }
        }
        if (recording == null || !recording.from.equals(DataTypes.StringType)) {
            throw refused(
                    "a string column '" + recordingColumn + "'", shown(schema) + "; name it with recordingColumn");
        }
        if (row == null || !WrittenType.isInteger(row.from)) {
            throw refused("an integer column '" + rowColumn + "'", shown(schema) + "; name it with rowColumn");
        }
        if (points.isEmpty() || points.size() < pointFields.size()) {
            throw refused(
                    "columns of points, which are lists",
                    shown(schema) + "; name them with the option pointFields (\"xy:2, height\")");
        }
        if (count != null && !WrittenType.isInteger(count.from)) {
            throw refused("an integer column 'point_count'", count.from.sql());
        }
        refuseUnused(fields, cropFields);
        return new CropColumns(recording, row, count, points, fields);
    }

    /** Two columns of a join may have one name. */
    private static void refuseTwins(StructType schema) throws IOException {
        List<String> names = new ArrayList<>();
        for (String name : schema.fieldNames()) {
            if (names.contains(name)) {
                throw refused("each column once", "'" + name + "' twice");
            }
            names.add(name);
        }
    }

    private static void refuseUnknown(StructType schema, List<FieldShape> cropFields) throws IOException {
        List<String> names = List.of(schema.fieldNames());
        for (FieldShape field : cropFields) {
            if (!names.contains(field.name())) {
                throw refused(
                        "a column '" + field.name() + "', as the option cropFields says",
                        shown(schema) + Suggestion.hint(field.name(), names));
            }
        }
    }

    private static void refuseUnused(List<CropColumn> fields, List<FieldShape> cropFields) throws IOException {
        List<String> named = new ArrayList<>();
        for (FieldShape field : cropFields) {
            if (fields.stream().noneMatch(column -> column.name.equals(field.name()))) {
                throw refused(
                        "the option cropFields to name crop fields",
                        "'" + field.name() + "', which is something else of a crop");
            }
            if (named.contains(field.name())) {
                throw refused("the option cropFields to name a field once", "'" + field.name() + "' twice");
            }
            named.add(field.name());
        }
    }

    private static boolean isPoints(StructField column, List<PointFieldName> pointFields) {
        if (!pointFields.isEmpty()) {
            return pointFields.stream().anyMatch(field -> field.name().equals(column.name()));
        }
        return column.dataType() instanceof ArrayType && ColumnMetadata.isPoints(column.metadata());
    }

    private static CropColumn pointColumn(int at, StructField column, List<PointFieldName> pointFields)
            throws IOException {
        int width = pointFields.stream()
                .filter(field -> field.name().equals(column.name()))
                .mapToInt(PointFieldName::width)
                .findFirst()
                .orElse(0);
        Dtype type = column.dataType() instanceof ArrayType ? WrittenType.ofPoints(column, width) : null;
        if (type == null || type.itemSize() == 0) {
            throw refused(
                    "in column '" + column.name() + "' lists of values that NumPy has",
                    column.dataType().sql());
        }
        return new CropColumn(at, column.name(), column.dataType(), type);
    }

    private static CropColumn fieldColumn(int at, StructField column, List<FieldShape> cropFields) throws IOException {
        Optional<FieldShape> named = cropFields.stream()
                .filter(field -> field.name().equals(column.name()))
                .findFirst();
        Dtype type = named.isPresent() ? WrittenType.of(column, named.get().shape()) : WrittenType.of(column);
        String found = column.dataType().sql();
        if (type == null && named.isPresent()) {
            throw refused(
                    "in column '" + column.name() + "' lists of numbers, as the option cropFields says, nested as its"
                            + " shape is or flat",
                    found);
        }
        if (type == null) {
            throw refused(
                    "in column '" + column.name() + "' values of one size",
                    found
                            + (column.dataType() instanceof ArrayType
                                    ? ", of which nothing says how long it is; say it with .option(\"cropFields\", \""
                                            + column.name() + ":3\") if it has 3 values in every crop, or with"
                                            + " .option(\"pointFields\", \"" + column.name()
                                            + ":1\") if it has 1 value a point, or drop it"
                                    : " without a NumPy type in its metadata; drop or convert it"));
        }
        return new CropColumn(at, column.name(), column.dataType(), type);
    }

    private static String shown(StructType schema) {
        return "columns " + Arrays.toString(schema.fieldNames());
    }

    private static IOException refused(String expected, String found) {
        return new IOException("Cannot write crops: expected " + expected + ", but found " + found);
    }
}
