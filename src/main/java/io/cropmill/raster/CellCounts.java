package io.cropmill.raster;

/** How many points each cell holds, and the cells that hold any, in the order in which they were met. */
final class CellCounts {
    private final int[] counts;
    private final int[] occupied;
    private int occupiedCount;

    CellCounts(int cells) {
        counts = new int[cells + 1];
        occupied = new int[cells + 1];
        // The last slot takes the points that do not count; it never looks empty, so it is never listed.
        counts[cells] = 1;
    }

    void count(int[] cells, int count) {
        int length = 0;
        for (int i = 0; i < count; i++) {
            int cell = cells[i];
            int before = counts[cell];
            counts[cell] = before + 1;
            occupied[length] = cell;
            length += (before - 1) >>> 31;
        }
        occupiedCount = length;
        counts[counts.length - 1] = 1;
    }

    int occupiedCount() {
        return occupiedCount;
    }

    int[] occupied() {
        return occupied;
    }

    int[] counts() {
        return counts;
    }

    void clear() {
        for (int i = 0; i < occupiedCount; i++) {
            counts[occupied[i]] = 0;
        }
        occupiedCount = 0;
    }
}
