package io.cropmill.dataset.manifest;

import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.raster.RasterSpec;
import java.io.Serializable;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings that decide a version's bytes.
 *
 * @param recipe what is made of crops; rasters by name
 * @param pointDtype record type of one point, as NumPy's header has it; also with layout {@code plain}, whose (M, K) files
 *     do not tell the names of their K columns
 * @param fields how the source's fields were chosen: the settings of {@code source} that were not the default, by key
 * @param build {@link #BUILD} of the release that wrote the files
 */
public record BuildRecipe(Recipe recipe, String pointDtype, SortedMap<String, String> fields, int build)
        implements Serializable {
    /** Raised whenever the same source and settings would give other bytes than before: then all is built anew. */
    public static final int BUILD = 1;

    public BuildRecipe {
        Checks.that(build >= 1, "build must be at least 1 but was " + build);
        recipe = recipe.withRasters(recipe.rasters().stream()
                .sorted(Comparator.comparing(RasterSpec::name))
                .toList());
        fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
    }

    /** Made by this release, of sources whose fields are found by rule. */
    public BuildRecipe(Recipe recipe, String pointDtype) {
        this(recipe, pointDtype, new TreeMap<>(), BUILD);
    }

    /** The same for another choice of the source's fields. */
    public BuildRecipe withFields(Map<String, String> chosen) {
        return new BuildRecipe(recipe, pointDtype, new TreeMap<>(chosen), build);
    }

    /** The same for points of another type. */
    public BuildRecipe withPointDtype(String descr) {
        return new BuildRecipe(recipe, descr, fields, build);
    }

    public int cap() {
        return recipe.cap();
    }

    public long seed() {
        return recipe.seed();
    }

    public PointsLayout layout() {
        return recipe.layout();
    }

    public List<RasterSpec> rasters() {
        return recipe.rasters();
    }
}
