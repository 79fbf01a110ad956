package io.cropmill.inspect;

import io.cropmill.raster.GridCounts;
import java.io.Serializable;

/** What one raster uses of the crops that were looked at. Not safe for threads. */
final class RasterUse implements Serializable {
    private static final long serialVersionUID = 1L;

    private final AxisReach x = new AxisReach();
    private final AxisReach y = new AxisReach();
    private GridCounts reach = GridCounts.NONE;
    private long cells;
    private long filled;

    /** Adds a crop of which so many cells of a grid hold points. */
    void addCrop(int gridCells, int filledCells, float[] xValues, float[] yValues, int count) {
        cells = Math.addExact(cells, gridCells);
        filled = Math.addExact(filled, filledCells);
        x.add(xValues, count);
        y.add(yValues, count);
    }

    /** Adds which points of those crops reach a cell. */
    void addReach(GridCounts more) {
        reach = reach.plus(more);
    }

    void addAll(RasterUse other) {
        cells = Math.addExact(cells, other.cells);
        filled = Math.addExact(filled, other.filled);
        reach = reach.plus(other.reach);
        x.addAll(other.x);
        y.addAll(other.y);
    }

    /** Which points reach a cell, and why the others do not. */
    public GridCounts reach() {
        return reach;
    }

    /** Cells of all grids. */
    public long cells() {
        return cells;
    }

    /** Those that hold a point. */
    public long filledCells() {
        return filled;
    }

    AxisReach x() {
        return x;
    }

    AxisReach y() {
        return y;
    }
}
