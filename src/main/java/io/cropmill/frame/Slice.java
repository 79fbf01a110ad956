package io.cropmill.frame;

import java.io.Serializable;
import java.util.List;

/**
 * Rows of one file that one task reads.
 *
 * @param plan index of the file's form among the plans
 * @param ranges ascending and apart
 */
record Slice(FoundFile file, int plan, List<RowRange> ranges) implements Serializable {
    private static final long serialVersionUID = 1L;

    Slice {
        ranges = List.copyOf(ranges);
    }

    long rows() {
        return ranges.stream().mapToLong(RowRange::rows).sum();
    }
}
