package io.cropmill.validate;

import io.cropmill.config.Settings.PaddingRule;
import io.cropmill.crop.FieldChoice;
import io.cropmill.dataset.manifest.Recipe;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What the pairs should be, and how closely to look.
 *
 * @param fields choice of fields of the source
 * @param recipe recipe of the pairs
 * @param sample fraction of the crops, above 0 and at most 1; below 1 the checksums of points and caches are left out
 * @param padding rule for the source's padding
 * @param against grids to compare one raster with in place of the source's; null for none
 */
public record ValidationSettings(
        FieldChoice fields,
        Recipe recipe,
        double sample,
        PaddingRule padding,
        @Nullable UserGrids against) implements Serializable {
    /** True if every crop is compared, and every byte read. */
    public boolean whole() {
        return sample >= 1;
    }
}
