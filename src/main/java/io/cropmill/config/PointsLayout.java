package io.cropmill.config;

/** How {@code <rec>.points.npy} stores points. */
public enum PointsLayout {
    /** A packed record a point, shape (M,). */
    STRUCTURED,
    /** One common type, shape (M, K). */
    PLAIN
}
