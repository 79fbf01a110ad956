package io.cropmill.inspect;

import io.cropmill.crop.CropSchema;
import io.cropmill.crop.PaddedRow;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What the crops of a recording are made of.
 *
 * @param schema of points and crop fields; the points of a plain pair are one field without a name
 * @param row of a padded recording; null for a pair
 */
public record Shape(CropSchema schema, @Nullable PaddedRow row) implements Serializable {
    /** Bytes of one point without padding. */
    public long pointBytes() {
        return schema.pointType().itemSize();
    }

    /** Bytes that the point fields of one row take in the source, whatever its point count; 0 for a pair. */
    public long slotBytes() {
        return row == null
                ? 0
                : row.points().stream()
                        .mapToLong(field -> field.type().itemSize())
                        .reduce(0, Math::addExact);
    }

    /** Points that a row reserves; 0 for a pair. */
    public long capacity() {
        return row == null ? 0 : row.capacity();
    }
}
