package io.cropmill.spark.source;

import java.io.Serializable;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * A column as a reader makes it from files of one form.
 *
 * @param field that it is read from; null where it is not read
 * @param conversion of the field's packed values, or of one point; null where it is not read
 */
record PlannedColumn(
        String name,
        DataType type,
        Kind kind,
        @Nullable SourceField field,
        @Nullable Conversion conversion) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Where the values come from. */
    enum Kind {
        RECORDING,
        ROW,
        POINT_COUNT,
        FIELD,
        /** The files of this form have no such field; all values are null. */
        MISSING
    }

    static PlannedColumn unread(String name, DataType type, Kind kind) {
        return new PlannedColumn(name, type, kind, null, null);
    }

    boolean isPoints() {
        return field != null && field.hasPoints();
    }

    boolean isIn(SourceField.Place place) {
        return field != null && field.place() == place;
    }
}
