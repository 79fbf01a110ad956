package io.cropmill.plain;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which points of a recording's crops a cap keeps: those with the smallest of as many random numbers as the crop has
 * points, ties to the lower index, in their order. For one thread.
 */
public final class PlainDraw {
    /** Draws in memory, unless twice the points that a source holds are more. */
    private static final int MOST_AT_ONCE = 1 << 20;

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
     * Ascending places, among the points that a source holds of a crop, of those that are kept; null if all are.
     *
     * @param count points that the source holds
     * @param sourceCount points before an earlier cap: those that the source holds are the smallest draws of as many
     */
    public int @Nullable [] kept(long row, int count, int sourceCount) {
        if (count <= cap) {
            return null;
        }
        PlainRandom random = new PlainRandom(seed, recording, row);
        int room = (int) Math.min(sourceCount, Math.max(MOST_AT_ONCE, 2L * count));
        long[] draws = new long[room];
        int length = 0;
        long limit = Long.MAX_VALUE;
        for (int point = 0; point < sourceCount; point++) {
            // Signed numbers in the order of the unsigned ones.
            long draw = random.next() + Long.MIN_VALUE;
            if (point < room || draw < limit) {
                if (length == room) {
                    length = retain(draws, count);
                    limit = Arrays.stream(draws, 0, length).max().orElseThrow();
                }
                draws[length++] = draw;
            }
        }
        boolean[] held = smallest(draws, length, count);
        boolean[] wanted = smallest(draws, length, cap);
        int[] places = new int[cap];
        int kept = 0;
        int place = 0;
        for (int draw = 0; draw < length; draw++) {
            if (wanted[draw]) {
                places[kept++] = place;
            }
            place += held[draw] ? 1 : 0;
        }
        return places;
    }

    /** Drops all draws but the smallest so many, and leaves those in their order. */
    private static int retain(long[] draws, int most) {
        boolean[] chosen = smallest(draws, draws.length, most);
        int length = 0;
        for (int draw = 0; draw < draws.length; draw++) {
            if (chosen[draw]) {
                draws[length++] = draws[draw];
            }
        }
        return length;
    }

    /** Which of the first draws are among the smallest so many. */
    private static boolean[] smallest(long[] draws, int length, int most) {
        boolean[] chosen = new boolean[length];
        if (most >= length) {
            Arrays.fill(chosen, true);
            return chosen;
        }
        long[] sorted = Arrays.copyOf(draws, length);
        Arrays.sort(sorted);
        long largest = sorted[most - 1];
        int left = most;
        for (int i = 0; i < length; i++) {
            chosen[i] = draws[i] < largest;
            left -= chosen[i] ? 1 : 0;
        }
        for (int i = 0; i < length && left > 0; i++) {
            if (draws[i] == largest) {
                chosen[i] = true;
                left--;
            }
        }
        return chosen;
    }
}
