package io.cropmill.subsample;

import java.util.Arrays;

/**
 * Says which points a crop over the cap keeps: of one random key a point those with the smallest keys (unsigned), ties
 * to the lower index. What is kept depends on seed, recording, row, number of points and cap alone, and a lower cap
 * keeps a part of what a higher one keeps.
 *
 * <p>For one thread; it keeps scratch space of 16 bytes a point of the largest crop seen over its cap.
 */
public final class PointSampler {
    private final long seed;
    private long[] keys = {};
    private long[] scratch = {};

    /** Takes the seed as an unsigned 64-bit integer. */
    public PointSampler(long seed) {
        this.seed = seed;
    }

    /** Ascending indices of the points that a crop of {@code count} points keeps under {@code cap}, at least 1. */
    public int[] keep(RecordingKey recording, long row, int count, int cap) {
        check(row, count, cap);
        if (count <= cap) {
            return firstIntegers(count);
        }
        draw(recording, row, count);
        return smallest(count, cap);
    }

    /**
     * Positions, within the points that a crop of {@code sourceCount} points kept under {@code oldCap}, of those that it
     * keeps under {@code newCap}: the points that {@link #keep} gives for the original.
     *
     * @throws IllegalArgumentException if the crop lost points and {@code newCap} is above {@code oldCap}
     */
    public int[] keepOf(RecordingKey recording, long row, int sourceCount, int oldCap, int newCap) {
        check(row, sourceCount, oldCap);
        check(row, sourceCount, newCap);
        if (sourceCount <= oldCap) {
            return keep(recording, row, sourceCount, newCap);
        }
        if (newCap > oldCap) {
            throw new IllegalArgumentException("cap must be at most " + oldCap + " for row " + row
                    + ", which was cut to " + oldCap + " of " + sourceCount + " points, but was " + newCap);
        }
        if (newCap == oldCap) {
            return firstIntegers(oldCap);
        }
        draw(recording, row, sourceCount);
        return positions(smallest(sourceCount, oldCap), smallest(sourceCount, newCap));
    }

    private static void check(long row, int count, int cap) {
        if (row < 0) {
            throw new IllegalArgumentException("row must not be negative but was " + row);
        }
        if (count < 0) {
            throw new IllegalArgumentException("count must not be negative but was " + count);
        }
        if (cap < 1) {
            throw new IllegalArgumentException("cap must be positive but was " + cap);
        }
    }

    private static int[] firstIntegers(int count) {
        int[] all = new int[count];
        Arrays.setAll(all, i -> i);
        return all;
    }

    private void draw(RecordingKey recording, long row, int count) {
        if (keys.length < count) {
            keys = new long[count];
            scratch = new long[count];
        }
        Pcg64 random = new Pcg64(seed, recording.value(), row);
        for (int i = 0; i < count; i++) {
            // Signed order of the flipped keys is unsigned order of the drawn ones.
            keys[i] = random.next() ^ Long.MIN_VALUE;
        }
    }

    private int[] smallest(int count, int cap) {
        System.arraycopy(keys, 0, scratch, 0, count);
        long limit = Selection.nthSmallest(scratch, count, cap - 1);
        int atLimit = cap;
        for (int i = 0; i < count; i++) {
            atLimit -= keys[i] < limit ? 1 : 0;
        }
        int[] kept = new int[cap];
        int length = 0;
        for (int i = 0; i < count; i++) {
            if (keys[i] < limit || (keys[i] == limit && atLimit-- > 0)) {
                kept[length++] = i;
            }
        }
        return kept;
    }

    /** Where the members of {@code part} stand in {@code whole}; both ascending. */
    private static int[] positions(int[] whole, int[] part) {
        int[] positions = new int[part.length];
        int position = 0;
        for (int i = 0; i < part.length; i++) {
            while (whole[position] != part[i]) {
                position++;
            }
            positions[i] = position;
        }
        return positions;
    }
}
