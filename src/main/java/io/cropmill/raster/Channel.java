package io.cropmill.raster;

import java.io.Serializable;

/** One plane of a grid: {@code count}, {@code occupancy}, {@code density}, or max, min, mean, top of a component. */
public sealed interface Channel extends Serializable {
    /** Number of points in the cell. */
    record Count() implements Channel {}

    /** 1 where the cell holds a point. */
    record Occupancy() implements Channel {}

    /** min(1, log(1 + n) / log 64). */
    record Density() implements Channel {}

    /** A statistic of one component over the points of the cell. */
    record Statistic(Kind kind, Component component) implements Channel {
        /** Which statistic; TOP is the value at the first point of greatest height. */
        public enum Kind {
            MAX,
            MIN,
            MEAN,
            TOP
        }
    }

    /** Reads {@code count}, {@code max(height)}, {@code mean(xy.0)}; an {@link IllegalArgumentException} says what is allowed. */
    static Channel parse(String text) {
        throw new UnsupportedOperationException("TODO raster room");
    }
}
