package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.spark.RasterClasses;
import io.cropmill.validate.UserGrids;
import io.cropmill.validate.ValidationSettings;
import org.jspecify.annotations.Nullable;

/** What a validation takes from the settings of a run. */
final class ValidationInputs {
    private ValidationInputs() {}

    /** Of a rebuild: what it wrote is what the settings say. */
    static ValidationSettings settings(Settings settings) {
        return settings(settings, settings.recipe(), null);
    }

    /** Of pairs that were written by another recipe; the source is read, and looked at, as these settings say. */
    static ValidationSettings settings(Settings settings, Recipe recipe, @Nullable UserGrids against) {
        return new ValidationSettings(
                settings.source().fields().needing(RasterClasses.fields(recipe.rasters())),
                recipe,
                settings.validation().sample(),
                settings.validation().padding(),
                against);
    }
}
