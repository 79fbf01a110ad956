package io.cropmill.ragged;

/** How the points file is laid out. */
public enum PointsLayout {
    /** An (M,) array of records with one field a point field. */
    STRUCTURED,
    /** An (M, K) array of one common type, the fields' values side by side. */
    PLAIN
}
