package io.cropmill.subsample;

/** Hoare's selection: the n-th smallest of an array in linear time for keys in random order. */
final class Selection {
    private Selection() {}

    /** The value that would stand at {@code rank} if the first {@code length} keys were sorted; reorders them. */
    static long nthSmallest(long[] keys, int length, int rank) {
        int from = 0;
        int to = length - 1;
        while (from < to) {
            long pivot = median(keys[from], keys[(from + to) >>> 1], keys[to]);
            int left = from;
            int right = to;
            while (left <= right) {
                while (keys[left] < pivot) {
                    left++;
                }
                while (keys[right] > pivot) {
                    right--;
                }
                if (left <= right) {
                    long key = keys[left];
                    keys[left++] = keys[right];
                    keys[right--] = key;
                }
            }
            if (rank <= right) {
                to = right;
            } else if (rank >= left) {
                from = left;
            } else {
                return pivot;
            }
        }
        return keys[rank];
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
