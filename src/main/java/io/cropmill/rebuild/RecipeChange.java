package io.cropmill.rebuild;

import io.cropmill.dataset.BuildRecipe;
import io.cropmill.dataset.RecordingEntry;
import io.cropmill.raster.RasterSpec;

/**
 * What a change of settings means for the bytes of one recording. A cap that is raised, and another seed, mean nothing for
 * a recording of which no crop lost points.
 *
 * @param before settings that it was built with
 * @param now settings of this run; the type of its points does not count, for the source decides it
 */
record RecipeChange(BuildRecipe before, BuildRecipe now) {
    /** True if the pair would have the same bytes. */
    boolean keepsPair(RecordingEntry recording) {
        boolean whole = recording.overCap() == 0;
        boolean sameCap = before.cap() == now.cap() || (whole && now.cap() > before.cap());
        boolean sameSeed = before.seed() == now.seed() || whole;
        return before.build() == now.build()
                && before.fields().equals(now.fields())
                && before.pointsLayout().equals(now.pointsLayout())
                && sameCap
                && sameSeed;
    }

    /** True if a raster of the same pair would have the same bytes. */
    boolean keepsRaster(RasterSpec raster) {
        boolean sameShifts = before.seed() == now.seed() || raster.shift() == 0;
        return sameShifts
                && before.rasters().stream()
                        .anyMatch(other -> other.fingerprint().equals(raster.fingerprint()));
    }
}
