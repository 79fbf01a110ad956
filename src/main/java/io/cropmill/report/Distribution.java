package io.cropmill.report;

import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport.Histogram;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A histogram of few enough bins that each is visible on a phone. */
record Distribution(List<Bin> bins) {
    private static final int MOST_BINS = 48;

    /** Crops whose point count is in {@code from} to {@code to}, both included. */
    record Bin(long from, long to, long crops) {
        String label() {
            return from == to ? Figures.count(from) : Figures.count(from) + "\u2013" + Figures.count(to);
        }
    }

    Distribution {
        bins = List.copyOf(bins);
    }

    /** Joins neighbouring bins, as many each time, until few enough are left. */
    static Distribution of(Histogram histogram) {
        Histogram few = histogram.joined((histogram.crops().size() + MOST_BINS - 1) / MOST_BINS);
        List<Bin> bins = new ArrayList<>();
        for (int bin = 0; bin < few.crops().size(); bin++) {
            long end = Math.min((bin + 1) * few.width(), histogram.crops().size() * histogram.width());
            bins.add(new Bin(bin * few.width(), end - 1, few.crops().get(bin)));
        }
        return new Distribution(bins);
    }

    /** The fullest bin, in words. */
    String gist() {
        long all = bins.stream().mapToLong(Bin::crops).sum();
        return bins.stream()
                .max(Comparator.comparingLong(Bin::crops))
                .map(fullest -> "Most frequent: " + fullest.label() + " points, " + Figures.count(fullest.crops())
                        + " of " + Figures.count(all) + " crops")
                .orElse("No crops");
    }
}
