package io.cropmill.dataset;

import io.cropmill.raster.RasterSpec;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The settings that decide a version's bytes.
 *
 * @param cap most points that a crop keeps
 * @param seed of the draws that decide which; all 64 bits are an unsigned number
 * @param pointsLayout {@code structured} or {@code plain}
 * @param pointDtype of the points files' items, as NumPy's header has it
 * @param rasters by name
 */
public record BuildRecipe(int cap, long seed, String pointsLayout, String pointDtype, List<RasterSpec> rasters) {
    private static final Set<String> LAYOUTS = Set.of("structured", "plain");

    public BuildRecipe {
        Checks.that(cap >= 1, "cap must be at least 1 but was " + cap);
        Checks.that(
                LAYOUTS.contains(pointsLayout),
                "points_layout must be \"structured\" or \"plain\" but was \"" + pointsLayout + "\"");
        rasters =
                rasters.stream().sorted(Comparator.comparing(RasterSpec::name)).toList();
        long names = rasters.stream().map(RasterSpec::name).distinct().count();
        Checks.that(names == rasters.size(), "rasters must have different names");
    }
}
