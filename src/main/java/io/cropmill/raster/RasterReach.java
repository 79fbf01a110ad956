package io.cropmill.raster;

import java.io.Serializable;

/**
 * How many points of some crops reach a cell of one raster, and why the others do not. Points are float32 here, as in the
 * arithmetic of cells, and have been shifted where the raster is.
 *
 * @param points all of them
 * @param outsideX finite points beside the columns
 * @param outsideY finite points beside the rows
 * @param outsideBoth those that are counted in both
 * @param notFinite points with a NaN or an infinity in x, in y or in a component that a channel uses; counted here alone
 * @param x of the points that reach no cell, before the shift
 * @param y of the points that reach no cell, before the shift
 */
public record RasterReach(
        long points, long outsideX, long outsideY, long outsideBoth, long notFinite, ValueSpan x, ValueSpan y)
        implements Serializable {
    /** The reach of no points. */
    public static final RasterReach NONE = new RasterReach(0, 0, 0, 0, 0, ValueSpan.NONE, ValueSpan.NONE);

    /** Points that reach no cell. */
    public long unreached() {
        return outsideX + outsideY - outsideBoth + notFinite;
    }

    /** True if there are points, and not one of them reaches a cell. */
    public boolean isNowhere() {
        return points > 0 && unreached() == points;
    }

    /** The points of both. */
    public RasterReach plus(RasterReach other) {
        return new RasterReach(
                Math.addExact(points, other.points),
                Math.addExact(outsideX, other.outsideX),
                Math.addExact(outsideY, other.outsideY),
                Math.addExact(outsideBoth, other.outsideBoth),
                Math.addExact(notFinite, other.notFinite),
                x.plus(other.x),
                y.plus(other.y));
    }
}
