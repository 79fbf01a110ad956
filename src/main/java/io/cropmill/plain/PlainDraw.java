package io.cropmill.plain;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which points of a recording's crops a cap keeps: those with the smallest of as many random numbers as the crop has
 * points, ties to the lower index, in their order. For one thread.
 */
public final class PlainDraw {
    private final long seed;
    private final long recording;
    private final int cap;

    /** For the crops of one recording. */
    public PlainDraw(long seed, String recording, int cap) {
        this.seed = seed;
        this.recording = PlainRandom.key(recording);
        this.cap = cap;
    }

    /**
     * Ascending places, among the points that a source holds of a crop, of those that are kept; null where all are.
     *
     * @param count points that the source holds
     * @param sourceCount points before an earlier cap: those that the source holds are the smallest draws of as many
     */
    public int @Nullable [] kept(long row, int count, int sourceCount) {
        if (count <= cap) {
            return null;
        }
        PlainRandom random = new PlainRandom(seed, recording, row);
        long[] draws = new long[sourceCount];
        for (int point = 0; point < sourceCount; point++) {
            draws[point] = random.next();
        }
        boolean[] held = smallest(draws, count);
        boolean[] wanted = smallest(draws, cap);
        int[] places = new int[cap];
        int length = 0;
        int place = 0;
        for (int point = 0; point < sourceCount; point++) {
            if (wanted[point]) {
                places[length++] = place;
            }
            place += held[point] ? 1 : 0;
        }
        return places;
    }

    /** Which draws are among the smallest so many. */
    private static boolean[] smallest(long[] draws, int most) {
        boolean[] chosen = new boolean[draws.length];
        if (most >= draws.length) {
            Arrays.fill(chosen, true);
            return chosen;
        }
        long[] sorted = new long[draws.length];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = draws[i] + Long.MIN_VALUE;
        }
        Arrays.sort(sorted);
        long largest = sorted[most - 1] - Long.MIN_VALUE;
        int left = most;
        for (int i = 0; i < draws.length; i++) {
            chosen[i] = Long.compareUnsigned(draws[i], largest) < 0;
            left -= chosen[i] ? 1 : 0;
        }
        for (int i = 0; i < draws.length && left > 0; i++) {
            if (draws[i] == largest) {
                chosen[i] = true;
                left--;
            }
        }
        return chosen;
    }
}
