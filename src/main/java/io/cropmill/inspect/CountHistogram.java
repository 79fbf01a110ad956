package io.cropmill.inspect;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Crops by number of points, in at most {@value #BINS} bins of equal width, the smallest power of two that will do. What
 * it holds does not depend on the order in which it was filled. Not safe for threads.
 */
public final class CountHistogram implements Serializable {
    /** Most bins. */
    static final int BINS = 64;

    private static final long serialVersionUID = 1L;

    private final long[] bins = new long[BINS];
    private int shift;

    /** Counts a crop of so many points. */
    void add(long points) {
        widen(points);
        bins[(int) (points >> shift)]++;
    }

    /** Counts all that another has counted. */
    void addAll(CountHistogram other) {
        while (shift < other.shift) {
            fold();
        }
        for (int bin = 0; bin < BINS; bin++) {
            bins[bin >> (shift - other.shift)] += other.bins[bin];
        }
    }

    /** Points that a bin spans: bin i holds crops of i * width to before (i + 1) * width. */
    public long width() {
        return 1L << shift;
    }

    /** Crops in each bin, up to the last one that has any. */
    public List<Long> crops() {
        List<Long> crops = new ArrayList<>();
        for (long bin : bins) {
            crops.add(bin);
        }
        while (!crops.isEmpty() && crops.get(crops.size() - 1) == 0) {
            crops.remove(crops.size() - 1);
        }
        return crops;
    }

    /** The same in fewer, wider bins. */
    CountHistogram folded(int most) {
        CountHistogram folded = new CountHistogram();
        folded.addAll(this);
        while (folded.crops().size() > most) {
            folded.fold();
        }
        return folded;
    }

    private void widen(long points) {
        while (points >> shift >= BINS) {
            fold();
        }
    }

    private void fold() {
        for (int bin = 0; bin < BINS / 2; bin++) {
            bins[bin] = bins[2 * bin] + bins[2 * bin + 1];
        }
        for (int bin = BINS / 2; bin < BINS; bin++) {
            bins[bin] = 0;
        }
        shift++;
    }
}
