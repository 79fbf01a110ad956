package io.cropmill.inspect;

import java.io.Serializable;

/**
 * How far crops reach along one axis: from where to where, and how long each is. Not safe for threads.
 */
final class AxisReach implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Share of the crops, at either end, whose reach may be a fault of the data. */
    private static final double STRAY = 0.01;

    private final FloatSketch lowest = new FloatSketch();
    private final FloatSketch highest = new FloatSketch();
    private final FloatSketch lengths = new FloatSketch();
    private float min = Float.POSITIVE_INFINITY;
    private float max = Float.NEGATIVE_INFINITY;

    /** Adds a crop; points that are not finite play no part. */
    void add(float[] values, int count) {
        float low = Float.POSITIVE_INFINITY;
        float high = Float.NEGATIVE_INFINITY;
        for (int point = 0; point < count; point++) {
            if (Float.isFinite(values[point])) {
                low = Math.min(low, values[point]);
                high = Math.max(high, values[point]);
            }
        }
        if (low <= high) {
            lowest.add(low);
            highest.add(high);
            lengths.add(high - low);
            min = Math.min(min, low);
            max = Math.max(max, high);
        }
    }

    void addAll(AxisReach other) {
        lowest.addAll(other.lowest);
        highest.addAll(other.highest);
        lengths.addAll(other.lengths);
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    boolean isEmpty() {
        return lowest.isEmpty();
    }

    /** No crop but a stray one reaches below. */
    double low() {
        return Math.max(min, lowest.lowerBound(STRAY));
    }

    /** No crop but a stray one reaches above. */
    double high() {
        return Math.min(max, highest.upperBound(STRAY));
    }

    /** No crop but a stray one is longer. */
    double length() {
        return Math.min((double) max - min, lengths.upperBound(STRAY));
    }
}
