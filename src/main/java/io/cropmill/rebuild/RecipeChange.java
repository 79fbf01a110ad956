package io.cropmill.rebuild;

import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.raster.RasterSpec;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a change of settings means for the bytes of one recording. A cap that is raised, and another seed, mean nothing for
 * a recording of which no crop lost points. What does not depend on the recording is worked out once.
 */
final class RecipeChange {
    private final BuildRecipe before;
    private final BuildRecipe now;
    private final boolean keepsRest;
    private final Set<String> keptRasters = new HashSet<>();

    /**
     * Compares.
     *
     * @param before settings that recordings were built with
     * @param now settings of this run; the type of its points does not count, for the source decides it
     */
    RecipeChange(BuildRecipe before, BuildRecipe now) {
        this.before = before;
        this.now = now;
        this.keepsRest = before.build() == now.build()
                && before.fields().equals(now.fields())
                && before.layout() == now.layout();
        Set<String> known =
                before.rasters().stream().map(RasterSpec::fingerprint).collect(Collectors.toSet());
        for (RasterSpec raster : now.rasters()) {
            boolean sameShifts = before.seed() == now.seed() || raster.shift() == 0;
            if (sameShifts && known.contains(raster.fingerprint())) {
                keptRasters.add(raster.name());
            }
        }
    }

    BuildRecipe before() {
        return before;
    }

    BuildRecipe now() {
        return now;
    }

    /** True if the pair would have the same bytes. */
    boolean keepsPair(RecordingEntry recording) {
        boolean whole = recording.overCap() == 0;
        boolean sameCap = before.cap() == now.cap() || (whole && now.cap() > before.cap());
        boolean sameSeed = before.seed() == now.seed() || whole;
        return keepsRest && sameCap && sameSeed;
    }

    /** True if a raster of this run, made of the same pair, would have the same bytes. */
    boolean keepsRaster(RasterSpec raster) {
        return keptRasters.contains(raster.name());
    }
}
