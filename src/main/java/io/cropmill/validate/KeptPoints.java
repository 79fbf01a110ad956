package io.cropmill.validate;

import org.jspecify.annotations.Nullable;

/**
 * Which of a row's points are kept.
 *
 * @param count number of kept points
 * @param slots their ascending places in the row; null if all of the first {@code count} are
 */
record KeptPoints(int count, int @Nullable [] slots) {
    /** Where in the source row the {@code point}-th kept point stands. */
    int slot(int point) {
        return slots == null ? point : slots[point];
    }
}
