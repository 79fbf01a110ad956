package io.cropmill.dataset.manifest;

import io.cropmill.raster.RasterSpec;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;

/**
 * What is made of crops: one value from the settings to the manifest.
 *
 * @param cap most points that a crop keeps, at least 1
 * @param seed of the draws that decide which; all 64 bits are an unsigned number
 * @param layout of the points files
 * @param rasters caches, of different names; empty for none
 */
public record Recipe(int cap, long seed, PointsLayout layout, List<RasterSpec> rasters) implements Serializable {
    public Recipe {
        Checks.that(cap >= 1, "cap must be at least 1 but was " + cap);
        long names = rasters.stream().map(RasterSpec::name).distinct().count();
        Checks.that(names == rasters.size(), "rasters must have different names");
        rasters = List.copyOf(rasters);
    }

    /** The same with other rasters. */
    public Recipe withRasters(List<RasterSpec> others) {
        return new Recipe(cap, seed, layout, others);
    }

    /** How the points file is laid out. */
    public enum PointsLayout {
        /** An (M,) array of records with one field a point field. */
        STRUCTURED,
        /** An (M, K) array of one common type, the fields' values side by side. */
        PLAIN;

        /** The word for it in a manifest. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
