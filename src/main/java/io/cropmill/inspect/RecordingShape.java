package io.cropmill.inspect;

import io.cropmill.crop.CropSchema;
import io.cropmill.crop.PaddedRow;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What the crops of a recording are made of.
 *
 * @param schema point fields and crop fields
 * @param row row of a padded recording of records; null for all others
 * @param capacity number of points that a row reserves; 0 if rows have no padding, if it is not known, and for lists
 *     in Parquet
 */
record RecordingShape(CropSchema schema, @Nullable PaddedRow row, long capacity) implements Serializable {
    /** Bytes of one point without padding. */
    public long pointBytes() {
        return schema.pointType().itemSize();
    }

    /** Bytes that the points of one row take in the source, for any point count; 0 if that is not known. */
    public long slotBytes() {
        return row == null
                ? Math.multiplyExact(capacity, pointBytes())
                : row.points().stream()
                        .mapToLong(field -> field.type().itemSize())
                        .reduce(0, Math::addExact);
    }

    /** Bytes of one row of the source; 0 if that is not known. */
    public long rowBytes() {
        return row == null ? slotBytes() : row.type().itemSize();
    }
}
