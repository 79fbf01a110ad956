package io.cropmill.inspect;

import io.cropmill.validate.PointHistogram;
import io.cropmill.validate.ValidationReport.Histogram;
import java.io.Serializable;
import java.util.OptionalLong;

/** Crops and their points, added up crop by crop and then part by part. Not safe for threads. */
public final class PointTally implements Serializable {
    private static final long serialVersionUID = 1L;

    private final PointHistogram histogram = new PointHistogram();
    private long crops;
    private long points;
    private long dropped;
    private long overCap;
    private long empty;
    private long full;
    private boolean reserved;
    private long smallest = Long.MAX_VALUE;
    private long largest;

    /**
     * Adds a crop.
     *
     * @param held points that it has
     * @param lost points that it loses to the cap, or has lost
     */
    void add(long held, long lost) {
        histogram.add(held);
        crops++;
        points = Math.addExact(points, held);
        dropped = Math.addExact(dropped, lost);
        overCap += lost > 0 ? 1 : 0;
        empty += held == 0 ? 1 : 0;
        smallest = Math.min(smallest, held);
        largest = Math.max(largest, held);
    }

    /** Says of the crops that their rows have room for so many points, and how many of them leave none free. */
    void addFull(long filling) {
        full = Math.addExact(full, filling);
        reserved = true;
    }

    /** Adds all that another has added up. */
    void addAll(PointTally other) {
        histogram.addAll(other.histogram);
        crops = Math.addExact(crops, other.crops);
        points = Math.addExact(points, other.points);
        dropped = Math.addExact(dropped, other.dropped);
        overCap = Math.addExact(overCap, other.overCap);
        empty = Math.addExact(empty, other.empty);
        full = Math.addExact(full, other.full);
        reserved |= other.reserved;
        smallest = Math.min(smallest, other.smallest);
        largest = Math.max(largest, other.largest);
    }

    public long crops() {
        return crops;
    }

    /** Points of all crops. */
    public long points() {
        return points;
    }

    /** Points that the crops over the cap lose, or have lost. */
    public long dropped() {
        return dropped;
    }

    /** Crops that lose points. */
    public long overCap() {
        return overCap;
    }

    /** Crops without points. */
    public long empty() {
        return empty;
    }

    /** Crops that leave no slot of their row free, which were probably cut before; nothing if rows reserve none. */
    public OptionalLong full() {
        return reserved ? OptionalLong.of(full) : OptionalLong.empty();
    }

    /** Points of the smallest crop, 0 if there is none. */
    public long smallest() {
        return crops == 0 ? 0 : smallest;
    }

    /** Points of the largest crop. */
    public long largest() {
        return largest;
    }

    /** Points a crop. */
    public double mean() {
        return crops == 0 ? 0 : (double) points / crops;
    }

    public Histogram histogram() {
        return histogram.histogram();
    }
}
