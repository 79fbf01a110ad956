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
        List<Long> crops = histogram.crops();
        int joined = (crops.size() + MOST_BINS - 1) / MOST_BINS;
        List<Bin> bins = new ArrayList<>();
        for (int start = 0; start < crops.size(); start += joined) {
            int end = Math.min(start + joined, crops.size());
            long sum = crops.subList(start, end).stream()
                    .mapToLong(Long::longValue)
                    .sum();
            bins.add(new Bin(start * histogram.width(), end * histogram.width() - 1, sum));
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
