package io.cropmill.spark;

import io.cropmill.storage.StoragePath;
import java.io.Serializable;
import java.util.Comparator;

/** Which crop it is: the row of a recording. Ordered by the names' UTF-8 bytes, then by row. */
public record CropKey(String recording, long row) implements Serializable, Comparable<CropKey> {
    private static final long serialVersionUID = 1L;
    private static final Comparator<CropKey> ORDER =
            Comparator.comparing(CropKey::recording, StoragePath.UTF8_ORDER).thenComparingLong(CropKey::row);

    @Override
    public int compareTo(CropKey other) {
        return ORDER.compare(this, other);
    }

    /** The order, which also travels to tasks. */
    public static final class CropOrder implements Comparator<CropKey>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public int compare(CropKey left, CropKey right) {
            return left.compareTo(right);
        }
    }
}
