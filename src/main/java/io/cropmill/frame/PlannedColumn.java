package io.cropmill.frame;

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
        ValueOrigin kind,
        @Nullable SourceField field,
        @Nullable ItemConversion conversion) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Where the values come from. */
    enum ValueOrigin {
        RECORDING,
        ROW,
        POINT_COUNT,
        FIELD,
        /** The files of this form have no such field; all values are null. */
        MISSING
    }

    static PlannedColumn unread(String name, DataType type, ValueOrigin kind) {
        return new PlannedColumn(name, type, kind, null, null);
    }

    boolean isPoints() {
        return field != null && field.hasPoints();
    }

    boolean isIn(SourceField.FieldPosition place) {
        return field != null && field.place() == place;
    }
}
