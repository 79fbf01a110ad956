package io.cropmill.inspect;

/** How much is read. */
public enum ScanDepth {
    /** Headers and point counts. */
    COUNTS,
    /** Points and padding, too. */
    POINTS
}
