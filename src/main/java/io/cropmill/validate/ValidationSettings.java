package io.cropmill.validate;

import io.cropmill.config.PaddingRule;
import io.cropmill.crop.FieldChoice;
import io.cropmill.ragged.PointsLayout;
import io.cropmill.raster.RasterSpec;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the pairs should be, and how closely to look.
 *
 * @param fields choice of fields of the source
 * @param cap largest number of points that a crop keeps
 * @param seed seed of the draws, an unsigned 64-bit number
 * @param rasters specifications to compare
 * @param sample fraction of the crops, above 0 and at most 1; below 1 the checksums of points and caches are left out
 * @param padding rule for the source's padding
 * @param against grids to compare one raster with in place of the source's; null for none
 */
public record ValidationSettings(
        FieldChoice fields,
        int cap,
        long seed,
        PointsLayout layout,
        List<RasterSpec> rasters,
        double sample,
        PaddingRule padding,
        @Nullable UserGrids against)
        implements Serializable {
    public ValidationSettings {
        rasters = List.copyOf(rasters);
    }

    /** True if every crop is compared, and every byte read. */
    public boolean whole() {
        return sample >= 1;
    }
}
