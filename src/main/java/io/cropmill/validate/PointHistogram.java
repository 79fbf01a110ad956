package io.cropmill.validate;

import io.cropmill.validate.ValidationReport.Histogram;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A histogram of point counts that needs no range in advance: bins as wide as a power of two, the smallest with which all
 * counts fit. The same counts give the same histogram in any order and grouping.
 */
public final class PointHistogram implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int BINS = 64;

    private final long[] bins = new long[BINS];
    private long width = 1;

    /** Counts a crop of so many points. */
    public void add(long count) {
        add(count, 1);
    }

    private void add(long count, long crops) {
        while (count / width >= BINS) {
            widen();
        }
        int bin = (int) (count / width);
        bins[bin] = Math.addExact(bins[bin], crops);
    }

    /** Counts all that another has counted. */
    public void addAll(PointHistogram other) {
        while (width < other.width) {
            widen();
        }
        for (int bin = 0; bin < BINS; bin++) {
            if (other.bins[bin] > 0) {
                add(bin * other.width, other.bins[bin]);
            }
        }
    }

    private void widen() {
        for (int bin = 0; bin < BINS; bin++) {
            long crops = bins[bin];
            bins[bin] = 0;
            bins[bin / 2] += crops;
        }
        width *= 2;
    }

    /** Up to the last bin with a crop. */
    public Histogram histogram() {
        int end = BINS;
        while (end > 0 && bins[end - 1] == 0) {
            end--;
        }
        return new Histogram(width, Arrays.stream(bins, 0, end).boxed().toList());
    }
}
