package io.cropmill.dataset;

import io.cropmill.raster.RasterSpec;
import java.io.Serializable;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings that decide a version's bytes.
 *
 * @param cap most points that a crop keeps
 * @param seed of the draws that decide which; all 64 bits are an unsigned number
 * @param pointsLayout {@code structured} or {@code plain}
 * @param pointDtype record type of one point, as NumPy's header has it; also with layout {@code plain}, whose (M, K) files
 *     do not tell the names of their K columns
 * @param rasters by name
 * @param fields how the source's fields were chosen: the settings of {@code source} that were not the default, by key
 * @param build {@link #BUILD} of the release that wrote the files
 */
public record BuildRecipe(
        int cap,
        long seed,
        String pointsLayout,
        String pointDtype,
        List<RasterSpec> rasters,
        SortedMap<String, String> fields,
        int build)
        implements Serializable {
    /** Raised whenever the same source and settings would give other bytes than before: then all is built anew. */
    public static final int BUILD = 1;

    private static final Set<String> LAYOUTS = Set.of("structured", "plain");

    public BuildRecipe {
        Checks.that(cap >= 1, "cap must be at least 1 but was " + cap);
        Checks.that(
                LAYOUTS.contains(pointsLayout),
                "points_layout must be \"structured\" or \"plain\" but was \"" + pointsLayout + "\"");
        Checks.that(build >= 1, "build must be at least 1 but was " + build);
        rasters =
                rasters.stream().sorted(Comparator.comparing(RasterSpec::name)).toList();
        long names = rasters.stream().map(RasterSpec::name).distinct().count();
        Checks.that(names == rasters.size(), "rasters must have different names");
        fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
    }

    /** A recipe of this release, for sources whose fields are found by rule. */
    public BuildRecipe(int cap, long seed, String pointsLayout, String pointDtype, List<RasterSpec> rasters) {
        this(cap, seed, pointsLayout, pointDtype, rasters, Collections.unmodifiableSortedMap(new TreeMap<>()), BUILD);
    }

    /** The same recipe for another choice of the source's fields. */
    public BuildRecipe withFields(Map<String, String> chosen) {
        return new BuildRecipe(cap, seed, pointsLayout, pointDtype, rasters, new TreeMap<>(chosen), build);
    }

    /** The same recipe for points of another type. */
    public BuildRecipe withPointDtype(String descr) {
        return new BuildRecipe(cap, seed, pointsLayout, descr, rasters, fields, build);
    }
}
