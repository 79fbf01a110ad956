package io.cropmill.inspect;

import java.util.ArrayList;
import java.util.List;

/**
 * Which rows an inspection reads the points of: at most {@value #RUNS} runs of at most {@value #ROWS} rows, spread evenly
 * over the splits and over the rows of each, so that the cost does not grow with the source.
 */
public final class InspectionSample {
    /** In place of a number of runs: all rows. */
    public static final int ALL_ROWS = -1;

    private static final int RUNS = 16;
    private static final int ROWS = 64;
    private static final long RUN_BYTES = 16 << 20;

    private InspectionSample() {}

    /** Rows from {@code first} to before {@code end}. */
    record RowSpan(long first, long end) {}

    /** How many runs each of so many splits gets. */
    public static List<Integer> runs(int splits) {
        int[] runs = new int[splits];
        for (int run = 0; run < RUNS && splits > 0; run++) {
            runs[(int) ((2L * run + 1) * splits / (2 * RUNS))]++;
        }
        List<Integer> each = new ArrayList<>();
        for (int count : runs) {
            each.add(count);
        }
        return each;
    }

    /** The runs of a split whose rows take about so many bytes each. */
    static List<RowSpan> of(int runs, long first, long end, long rowBytes) {
        if (first >= end || runs == 0) {
            return List.of();
        }
        long rows = Math.max(1, Math.min(ROWS, RUN_BYTES / Math.max(1, rowBytes)));
        long all = end - first;
        if (runs == ALL_ROWS || all <= runs * rows) {
            return List.of(new RowSpan(first, end));
        }
        List<RowSpan> spread = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            // Whole shares first, so that nothing overflows.
            long start = first + all / runs * run + (all / runs - rows) / 2;
            spread.add(new RowSpan(start, start + rows));
        }
        return spread;
    }
}
