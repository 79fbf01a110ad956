package io.cropmill.raster;

/**
 * How many points each cell holds, the cells that hold any, in the order in which they were met, and the points of none.
 * While points are counted, one list holds the first point of each cell and all points of no cell; {@link #finish} then
 * parts the two. So the loop over all points does no more where points lie outside.
 */
final class CellCounts {
    /** Looks empty after any number of points: so each of them is listed. */
    private static final int ALWAYS_EMPTY = -Integer.MAX_VALUE;

    /** One more than there are cells: the last takes the points that do not count. */
    final int[] counts;

    /** The first {@link #occupiedCount} are cells that hold points; while points are counted, points. */
    int[] occupied = {};

    /** The first {@link #missing} are points that do not count; one entry more is scratch space. */
    int[] nowhere = {};

    private final int last;
    private int occupiedCount;
    private int missing;

    CellCounts(int cells) {
        counts = new int[cells + 1];
        counts[cells] = ALWAYS_EMPTY;
        last = cells - 1;
    }

    void count(PointCells cells, int count) {
        reserve(count);
        int length = 0;
        for (int i = 0; i < count; i++) {
            int cell = cells.of(i);
            int before = counts[cell];
            counts[cell] = before + 1;
            occupied[length] = i;
            length += oneIfEmpty(before);
        }
        finish(cells, length);
    }

    /** Makes room for a crop. */
    void reserve(int count) {
        if (occupied.length <= count) {
            int room = Math.max(count + 1, 2 * occupied.length);
            occupied = new int[room];
            nowhere = new int[room];
        }
    }

    /** Takes the number of points that the caller counted and listed. */
    void finish(PointCells cells, int listed) {
        missing = counts[last + 1] - ALWAYS_EMPTY;
        counts[last + 1] = ALWAYS_EMPTY;
        occupiedCount = listed - missing;
        if (missing > 0) {
            part(cells, listed);
            return;
        }
        int[] placed = occupied;
        for (int i = 0; i < listed; i++) {
            placed[i] = cells.of(placed[i]);
        }
    }

    /** Makes a list of occupied cells, and one of the points of no cell, of the one list. */
    private void part(PointCells cells, int listed) {
        // Locals, since the compiler reads fields again after every store to an array.
        int[] placed = occupied;
        int[] missed = nowhere;
        int lastCell = last;
        int misses = 0;
        for (int i = 0; i < listed; i++) {
            int point = placed[i];
            int cell = cells.of(point);
            placed[i - misses] = cell;
            missed[misses] = point;
            misses += (lastCell - cell) >>> 31;
        }
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

    /** How far the list grows if a cell held {@code before} points; without a branch. */
    static int oneIfEmpty(int before) {
        return (before - 1) >>> 31;
    }
}
