package io.cropmill.spark;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.Rasterizers;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which point fields the rasters read; a class of the user's own says itself which. */
final class RasterFields {
    private RasterFields() {}

    /** Names in the order in which they are first read; a {@link SettingsException} names classes that cannot be used. */
    static List<String> of(List<RasterSpec> rasters) {
        Set<String> fields = new LinkedHashSet<>();
        List<Problem> problems = new ArrayList<>();
        for (RasterSpec raster : rasters) {
            try {
                ClassLoader loader = Thread.currentThread().getContextClassLoader();
                for (Component component : Rasterizers.of(raster, loader).components()) {
                    fields.add(component.field());
                }
            } catch (IllegalArgumentException e) {
                String key = "rasters." + raster.name() + ".class";
                problems.add(new Problem(key, key + ": " + e.getMessage()));
            }
        }
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        return List.copyOf(fields);
    }
}
