package io.cropmill.raster;

/** How one channel is computed: what every point adds to its cell, and what a cell's value is in the end. */
interface Plane {
    /** Adds the points of a crop. */
    void add(PointCells cells, int count, float[][] values);

    /** Writes the cells that hold points to the grid, from {@code offset} on, and forgets them. */
    void finish(CellCounts counts, float[] grid, int offset);
}
