package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.config.SettingsLoader;
import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.spark.RasterClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What settings mean for the bytes of a version. */
final class Recipes {
    private static final String SOURCE = "source.";

    /** These say what the source is and how it is watched, not what is read from it. */
    private static final Set<String> NO_FIELDS = Set.of("source.format", "source.fingerprint");

    private Recipes() {}

    /** The recipe, with the versions of rasters' classes, but without the type of the points, which the source decides. */
    static BuildRecipe of(Settings settings) {
        Recipe recipe = settings.recipe()
                .withRasters(RasterClasses.versioned(settings.recipe().rasters()));
        return new BuildRecipe(recipe, "").withFields(fields(settings));
    }

    /**
     * Settings that read the source as that of a version was read, if they do not say otherwise themselves. So a
     * version can be compared with its source without knowing how it was built.
     */
    static Settings asBuilt(Settings settings, BuildRecipe recipe) {
        Map<String, String> defaults = SettingsLoader.defaults().asMap();
        List<String> source = new ArrayList<>();
        settings.asMap().forEach((key, value) -> {
            if (key.startsWith(SOURCE)) {
                String built = recipe.fields().getOrDefault(key.substring(SOURCE.length()), value);
                source.add(key + "=" + (value.equals(defaults.get(key)) ? built : value));
            }
        });
        return settings.withSource(SettingsLoader.load(Optional.empty(), source).source());
    }

    /** A setting that is the default is left out: one that a later release adds then changes nothing. */
    private static Map<String, String> fields(Settings settings) {
        Map<String, String> defaults = SettingsLoader.defaults().asMap();
        Map<String, String> chosen = new TreeMap<>();
        settings.asMap().forEach((key, value) -> {
            if (key.startsWith(SOURCE) && !NO_FIELDS.contains(key) && !value.equals(defaults.get(key))) {
                chosen.put(key.substring(SOURCE.length()), value);
            }
        });
        return chosen;
    }
}
