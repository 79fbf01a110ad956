package io.cropmill.spark;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpecException;
import io.cropmill.raster.Rasterizers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What the classes of rasters say of themselves; a {@link SettingsException} names those that cannot be used. */
public final class RasterClasses {
    private RasterClasses() {}

    /** Names of the point fields that they read, in the order in which they are first read. */
    public static List<String> fields(List<RasterSpec> rasters) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return asked(rasters, raster -> Rasterizers.of(raster, loader).components()).stream()
                .flatMap(List::stream)
                .map(Component::field)
                .distinct()
                .toList();
    }

    /** The rasters with the versions of their classes. */
    public static List<RasterSpec> versioned(List<RasterSpec> rasters) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return asked(rasters, raster -> Rasterizers.versioned(raster, loader));
    }

    private static <T> List<T> asked(List<RasterSpec> rasters, Function<RasterSpec, T> question) {
        List<T> answers = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (RasterSpec raster : rasters) {
            try {
                answers.add(question.apply(raster));
            } catch (RasterSpecException e) {
                for (RasterSpecException.Fault fault : e.faults()) {
                    String key = "rasters." + raster.name() + "." + fault.key();
                    problems.add(new Problem(key, key + " " + fault.words()));
                }
            } catch (IllegalArgumentException e) {
                // A class of the user's own refuses what it is asked.
                String key = "rasters." + raster.name() + ".class";
                problems.add(new Problem(key, key + ": " + e.getMessage()));
            }
        }
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
        return List.copyOf(answers);
    }
}
