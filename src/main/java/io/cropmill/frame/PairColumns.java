package io.cropmill.frame;

import java.util.Set;

/** Names that a pair's metadata gives to its own columns. */
final class PairColumns {
    static final String STARTS = "point_start";
    static final String COUNTS = "point_count";
    static final Set<String> OWN = Set.of(STARTS, COUNTS, "source_point_count");

    private PairColumns() {}
}
