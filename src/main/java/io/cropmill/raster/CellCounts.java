package io.cropmill.raster;

/** How many points each cell holds, and the cells that hold any, in the order in which they were met. */
final class CellCounts {
    /** One more than there are cells: the last takes the points that do not count. */
    final int[] counts;

    /** The first {@link #occupiedCount} are cells that hold points. */
    final int[] occupied;

    private int occupiedCount;
    private int missing;

    CellCounts(int cells) {
        counts = new int[cells + 1];
        occupied = new int[cells + 1];
        hideLast();
    }

    void count(PointCells cells, int count) {
        int length = 0;
        for (int i = 0; i < count; i++) {
            int cell = cells.of(i);
            int before = counts[cell];
            counts[cell] = before + 1;
            occupied[length] = cell;
            length += oneIfZero(before);
        }
        finish(length);
    }

    /** Ends a count by whoever counted. */
    void finish(int occupiedCount) {
        this.occupiedCount = occupiedCount;
        missing = counts[counts.length - 1] - 1;
        hideLast();
    }

    int occupiedCount() {
        return occupiedCount;
    }

    /** Points that do not count, until {@link #clear}. */
    int missing() {
        return missing;
    }

    void clear() {
        for (int i = 0; i < occupiedCount; i++) {
            counts[occupied[i]] = 0;
        }
        occupiedCount = 0;
    }

    /** How far the list of occupied cells grows if a cell held {@code before} points; without a branch. */
    static int oneIfZero(int before) {
        return (before - 1) >>> 31;
    }

    /** A cell that never looks empty is never listed. */
    private void hideLast() {
        counts[counts.length - 1] = 1;
    }
}
