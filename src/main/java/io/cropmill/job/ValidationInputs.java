package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.crop.FieldChoice;
import io.cropmill.ragged.PointsLayout;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.SourceFields;
import io.cropmill.spark.RasterClasses;
import io.cropmill.validate.UserGrids;
import io.cropmill.validate.ValidationSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a validation takes from the settings of a run. */
final class ValidationInputs {
    private ValidationInputs() {}

    /** Of a rebuild: what it wrote is what the settings say. */
    static ValidationSettings settings(Settings settings) {
        return settings(settings, settings.cap(), settings.seed(), settings.pointsLayout(), settings.rasters(), null);
    }

    /** Of pairs that were written with other settings; the source is read, and looked at, as these say. */
    static ValidationSettings settings(
            Settings settings,
            int cap,
            long seed,
            PointsLayout layout,
            List<RasterSpec> rasters,
            @Nullable UserGrids against) {
        FieldChoice fields = SourceFields.of(settings.source(), RasterClasses.fields(rasters));
        return new ValidationSettings(
                fields,
                cap,
                seed,
                layout,
                rasters,
                settings.validation().sample(),
                settings.validation().padding(),
                against);
    }
}
