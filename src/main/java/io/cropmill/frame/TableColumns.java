package io.cropmill.frame;

import io.cropmill.frame.FileRowFormat.SourceField;
import io.cropmill.frame.FormPlan.PlannedColumn;
import io.cropmill.npy.SubArrayType;
import io.cropmill.storage.StoragePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a load: recording and row, of crops the point count, and the fields.
 *
 * @param counted true if the point count is a column of its own
 */
record TableColumns(SourceOptions options, boolean counted) {
    static final String POINT_COUNT = "point_count";

    /** The schema of files of a form. */
    StructType schema(String file, FileRowFormat form) throws IOException {
        List<StructField> columns = new ArrayList<>();
        columns.add(new StructField(options.recordingColumn(), DataTypes.StringType, false, Metadata.empty()));
        columns.add(new StructField(options.rowColumn(), DataTypes.LongType, false, Metadata.empty()));
        if (counted) {
            columns.add(new StructField(POINT_COUNT, DataTypes.IntegerType, false, Metadata.empty()));
        }
        for (SourceField field : form.fields()) {
            requireFree(file, field);
            ItemConversion conversion = conversion(file, field, null);
            Metadata metadata = field.hasPoints()
                    ? ColumnMetadata.ofPoints(field.stored().packed())
                    : ColumnMetadata.of(field.stored().packed());
            columns.add(new StructField(field.name(), conversion.type(), conversion.nullable(), metadata));
        }
        return new StructType(columns.toArray(StructField[]::new));
    }

    private void requireFree(String file, SourceField field) throws IOException {
        if (StoragePath.hasLoneSurrogate(field.name())) {
            throw new IOException("[" + file + "] Expected field names in Unicode, but found "
                    + field.stored().descr() + " under a name with half a character");
        }
        if (field.name().equalsIgnoreCase(options.recordingColumn())) {
            throw taken(file, field, "names of recordings", "recordingColumn");
        }
        if (field.name().equalsIgnoreCase(options.rowColumn())) {
            throw taken(file, field, "row numbers", "rowColumn");
        }
        if (counted && field.name().equalsIgnoreCase(POINT_COUNT)) {
            throw new IOException("[" + file + "] Expected no field named '" + field.name()
                    + "', which is the column of point counts, but found one; read it with format(\"npy\")");
        }
    }

    private static IOException taken(String file, SourceField field, String what, String option) {
        return new IOException("[" + file + "] Expected no field named '" + field.name() + "', which is the column of "
                + what + ", but found one; give that column another name with the option " + option);
    }

    /** The column of a schema as files of a form have it. */
    PlannedColumn planned(String file, FileRowFormat form, StructField wanted) throws IOException {
        PlannedColumn.ValueOrigin kind = kind(wanted.name());
        if (kind != PlannedColumn.ValueOrigin.FIELD) {
            DataType type = switch (kind) {
                case RECORDING -> DataTypes.StringType;
                case ROW -> DataTypes.LongType;
                default -> DataTypes.IntegerType;
            };
            if (!wanted.dataType().equals(type)) {
                throw new IllegalArgumentException("Column " + wanted.name() + " must be " + type.sql() + " but was "
                        + wanted.dataType().sql());
            }
            return PlannedColumn.unread(wanted.name(), type, kind);
        }
        SourceField field = form.field(wanted.name());
        if (field == null) {
            return PlannedColumn.unread(wanted.name(), wanted.dataType(), PlannedColumn.ValueOrigin.MISSING);
        }
        ItemConversion conversion = conversion(file, field, wanted.dataType());
        return new PlannedColumn(wanted.name(), wanted.dataType(), kind, field, conversion);
    }

    PlannedColumn.ValueOrigin kind(String name) {
        if (name.equals(options.recordingColumn())) {
            return PlannedColumn.ValueOrigin.RECORDING;
        }
        if (name.equals(options.rowColumn())) {
            return PlannedColumn.ValueOrigin.ROW;
        }
        return counted && name.equals(POINT_COUNT)
                ? PlannedColumn.ValueOrigin.POINT_COUNT
                : PlannedColumn.ValueOrigin.FIELD;
    }

    private ItemConversion conversion(String file, SourceField field, @Nullable DataType wanted) throws IOException {
        try {
            return field.hasPoints()
                    ? points(field, wanted)
                    : options.conversions().of(field.stored().packed(), wanted);
        } catch (ConversionRules.UnheldException e) {
            throw new IOException("[" + file + "] Expected in field '" + field.name() + "' " + e.getMessage()
                    + ", but found " + field.stored().descr());
        }
    }

    /** A list of points; of points with several values, of all their values, unless lists are to be nested. */
    private ItemConversion points(SourceField field, @Nullable DataType wanted) throws ConversionRules.UnheldException {
        ConversionRules conversions = options.conversions();
        if (wanted != null && !(wanted instanceof ArrayType)) {
            throw new ConversionRules.UnheldException("a type that " + wanted.sql() + " holds without loss");
        }
        DataType element = wanted instanceof ArrayType list ? list.elementType() : null;
        if (field.stored().packed() instanceof SubArrayType array) {
            boolean flat = element == null
                    ? conversions.arrays() == ConversionRules.SubArrays.FLAT
                    : !(element instanceof ArrayType);
            if (flat) {
                return new ArrayConversion(conversions.of(array.base(), element), array.elementCount());
            }
        }
        return new ArrayConversion(conversions.of(field.stored().packed(), element), 1);
    }
}
