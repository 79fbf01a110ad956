package io.cropmill.raster;

import java.io.Serializable;

/**
 * Which points of some crops have a cell of one raster, and where the others are. Points are float32 here, as in the
 * arithmetic of cells, and have been shifted where the raster is.
 *
 * @param x of the points that have no cell, before the shift
 * @param y of the points that have no cell, before the shift
 */
public record RasterReach(GridCounts counts, ValueSpan x, ValueSpan y) implements Serializable {
    /** The reach of no points. */
    public static final RasterReach NONE = new RasterReach(GridCounts.NONE, ValueSpan.NONE, ValueSpan.NONE);

    /** True if there are points, and not one of them has a cell. */
    public boolean isNowhere() {
        return counts.isNowhere();
    }

    /** The points of both. */
    public RasterReach plus(RasterReach other) {
        return new RasterReach(counts.plus(other.counts), x.plus(other.x), y.plus(other.y));
    }
}
