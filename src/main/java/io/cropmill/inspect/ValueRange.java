package io.cropmill.inspect;

import java.io.Serializable;

/** The values of one number of the points: its finite extremes, and how many are none. Not safe for threads. */
final class ValueRange implements Serializable {
    private static final long serialVersionUID = 1L;

    private long values;
    private long nans;
    private long infinities;
    private double smallest = Double.POSITIVE_INFINITY;
    private double largest = Double.NEGATIVE_INFINITY;

    void add(double value) {
        values++;
        if (Double.isNaN(value)) {
            nans++;
        } else if (Double.isInfinite(value)) {
            infinities++;
        } else {
            // Comparisons are several times faster than Math.min, and which zero is kept does not matter here.
            smallest = value < smallest ? value : smallest;
            largest = value > largest ? value : largest;
        }
    }

    void addAll(ValueRange other) {
        values = Math.addExact(values, other.values);
        nans = Math.addExact(nans, other.nans);
        infinities = Math.addExact(infinities, other.infinities);
        smallest = Math.min(smallest, other.smallest);
        largest = Math.max(largest, other.largest);
    }

    /** True if at least one value is finite; only then there are extremes. */
    public boolean hasFinite() {
        return values > nans + infinities;
    }

    /** True if all values are finite and 0. */
    boolean isZero() {
        return hasFinite() && nans + infinities == 0 && smallest == 0 && largest == 0;
    }

    public double smallest() {
        return smallest;
    }

    public double largest() {
        return largest;
    }

    public long nans() {
        return nans;
    }

    /** Positive and negative ones. */
    public long infinities() {
        return infinities;
    }
}
