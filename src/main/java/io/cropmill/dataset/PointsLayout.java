package io.cropmill.dataset;

import java.util.Locale;

/** How the points file is laid out. */
public enum PointsLayout {
    /** An (M,) array of records with one field a point field. */
    STRUCTURED,
    /** An (M, K) array of one common type, the fields' values side by side. */
    PLAIN;

    /** The word for it in a manifest. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
