package io.cropmill.subsample;

import java.util.Arrays;

/**
 * Says which points a crop over the cap keeps: of one random key a point those with the smallest keys (unsigned), ties
 * to the lower index. What is kept depends on seed, recording, row, number of points and cap alone, and a lower cap
 * keeps a part of what a higher one keeps.
 *
 * <p>For one thread; it keeps scratch space of 16 bytes a point that it holds at once: of the largest crop seen over
 * its cap all, or a million, or twice as many as it keeps.
 */
public final class PointSampler {
    private static final int MOST_AT_ONCE = 1 << 20;

    private final long seed;
    private final int mostAtOnce;
    private long[] keys = {};
    private long[] scratch = {};
    private int[] points = {};

    /** Takes the seed as an unsigned 64-bit integer. */
    public PointSampler(long seed) {
        this(seed, MOST_AT_ONCE);
    }

    /** Holds the keys of so many points at once, unless twice the cap are more. */
    PointSampler(long seed, int mostAtOnce) {
        this.seed = seed;
        this.mostAtOnce = mostAtOnce;
    }

    /** Ascending indices of the points that a crop of {@code count} points keeps under {@code cap}, at least 1. */
    public int[] keep(RecordingKey recording, long row, int count, int cap) {
        check(row, count, cap);
        if (count <= cap) {
            return firstIntegers(count);
        }
        int held = draw(recording, row, count, cap);
        int[] kept = smallest(held, cap);
        if (held < count) {
            Arrays.setAll(kept, i -> points[kept[i]]);
        }
        return kept;
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
        int held = draw(recording, row, sourceCount, oldCap);
        return positions(smallest(held, oldCap), smallest(held, newCap));
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

    /** Draws the keys of a crop, of which at least the {@code most} smallest are then at hand; returns how many are. */
    private int draw(RecordingKey recording, long row, int count, int most) {
        int room = (int) Math.min(count, Math.max(mostAtOnce, 2L * most));
        if (keys.length < room) {
            keys = new long[room];
            scratch = new long[room];
        }
        Pcg64 random = new Pcg64(seed, recording.value(), row);
        for (int i = 0; i < room; i++) {
            // Signed order of the flipped keys is unsigned order of the drawn ones.
            keys[i] = random.next() ^ Long.MIN_VALUE;
        }
        return room == count ? count : drawRest(random, room, count, most);
    }

    /** Goes on to the last point of a crop whose keys are more than there is room for. */
    private int drawRest(Pcg64 random, int room, int count, int most) {
        points = points.length < room ? new int[room] : points;
        Arrays.setAll(points, i -> i);
        int held = room;
        long limit = Long.MAX_VALUE;
        for (int point = room; point < count; point++) {
            long key = random.next() ^ Long.MIN_VALUE;
            if (held == room) {
                limit = retain(held, most);
                held = most;
            }
            // Ties go to the lower index, and this one is above all that are held.
            if (key < limit) {
                keys[held] = key;
                points[held++] = point;
            }
        }
        return held;
    }

    /** Drops all keys but the {@code most} smallest; returns the largest of these. */
    private long retain(int held, int most) {
        int[] kept = smallest(held, most);
        long largest = Long.MIN_VALUE;
        for (int i = 0; i < most; i++) {
            keys[i] = keys[kept[i]];
            points[i] = points[kept[i]];
            largest = Math.max(largest, keys[i]);
        }
        return largest;
    }

    /** Ascending places of the smallest keys among those at hand. */
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
