package io.cropmill.frame;

import java.io.Serializable;

/** Rows from {@code start} to before {@code end}. */
record RowRange(long start, long end) implements Serializable {
    private static final long serialVersionUID = 1L;

    long rows() {
        return end - start;
    }
}
