package io.cropmill.validate;

import java.io.Serializable;
import java.net.URI;

/**
 * The user's own grids, that a raster is compared with: {@code <rec>.grids.npy}, an (n, C, H, W) array of floats, and, if
 * it is not for the first n rows, {@code <rec>.rows.npy}, n integers.
 *
 * @param folder folder of the grids
 * @param raster name of the raster
 * @param absolute a value may be off by {@code absolute + relative * |theirs|}
 * @param relative share of their value that is allowed as well
 */
public record UserGrids(URI folder, String raster, double absolute, double relative) implements Serializable {
    public UserGrids {
        if (!(absolute >= 0 && relative >= 0)) {
            throw new IllegalArgumentException(
                    "--tolerance must be two numbers of 0 or more but was " + absolute + "," + relative);
        }
    }

    /** True if a value is within the tolerance of the user's value; NaN is near to NaN. */
    boolean near(double theirs, double ours) {
        return theirs == ours
                || Double.isNaN(theirs) && Double.isNaN(ours)
                || Math.abs(theirs - ours) <= absolute + relative * Math.abs(theirs) && Double.isFinite(theirs);
    }
}
