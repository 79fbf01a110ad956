package io.cropmill.raster;

import java.io.Serializable;

/**
 * How many points of some crops have a cell of one raster, and why the others have none.
 *
 * @param points all of them
 * @param outsideX finite points beside the columns
 * @param outsideY finite points beside the rows
 * @param outsideBoth those that are counted in both
 * @param notFinite points with a NaN or an infinity in x, in y or in a component that a channel uses; counted here alone
 */
public record GridCounts(long points, long outsideX, long outsideY, long outsideBoth, long notFinite)
        implements Serializable {
    /** The reach of no points. */
    public static final GridCounts NONE = new GridCounts(0, 0, 0, 0, 0);

    /** Points that have no cell. */
    public long unreached() {
        return outsideX + outsideY - outsideBoth + notFinite;
    }

    /** Points that have a cell. */
    public long reached() {
        return points - unreached();
    }

    /** True if there are points, and not one of them has a cell. */
    public boolean isNowhere() {
        return points > 0 && reached() == 0;
    }

    /** The points of both. */
    public GridCounts plus(GridCounts other) {
        return new GridCounts(
                Math.addExact(points, other.points),
                Math.addExact(outsideX, other.outsideX),
                Math.addExact(outsideY, other.outsideY),
                Math.addExact(outsideBoth, other.outsideBoth),
                Math.addExact(notFinite, other.notFinite));
    }
}
