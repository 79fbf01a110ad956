package io.cropmill.frame;

import io.cropmill.npy.Dtype;
import java.io.Serializable;

/**
 * A part of each row that a column can be made from.
 *
 * @param stored type as the file has it: of the value, or of one point
 * @param offset of the first byte in the row, or in the point record
 * @param place where its bytes are
 */
record SourceField(String name, Dtype stored, long offset, FieldPosition place) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Where the bytes of a field are. */
    enum FieldPosition {
        /** A value in the row. */
        ROW,
        /** As many points in the row as the count says; what follows up to the capacity is not read. */
        PADDED_POINTS,
        /** A run of records in the file of points. */
        RAGGED_POINTS
    }

    boolean hasPoints() {
        return place != FieldPosition.ROW;
    }

    /** What must be alike in all files of a load: name, place and packed type. */
    SourceField packed() {
        return new SourceField(name, stored.packed(), 0, place);
    }
}
