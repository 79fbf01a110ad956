package io.cropmill.config;

import com.typesafe.config.ConfigObject;
import io.cropmill.raster.Channel;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.Range;
import io.cropmill.raster.RasterSpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code rasters}: {@code default} first, then the others by name. */
final class RasterReader {
    static final String DEFAULT = "default";

    private RasterReader() {}

    /**
     * Reads all rasters.
     *
     * @param builtIn the values of {@code rasters.default} in the reference, taken where the user's is null
     */
    static List<RasterSpec> read(Section rasters, ConfigObject builtIn) {
        ConfigObject defaults =
                rasters.isNull(DEFAULT) ? builtIn : rasters.section(DEFAULT).values();
        List<String> names = new ArrayList<>(rasters.keys());
        if (names.remove(DEFAULT)) {
            names.add(0, DEFAULT);
        }
        List<RasterSpec> specs = new ArrayList<>();
        for (String name : names) {
            if (!rasters.isNull(name)) {
                spec(rasters.section(name, DEFAULT, defaults), name).ifPresent(specs::add);
            }
        }
        return specs;
    }

    private static Optional<RasterSpec> spec(Section raster, String name) {
        List<Channel> channels = raster.texts("channels", Channel::parse);
        int height = raster.integer("height", 1);
        int width = raster.integer("width", 1);
        double[] x = raster.pair("x");
        double[] y = raster.pair("y");
        Optional<Component> xField = raster.text("x-field", Component::parse);
        Optional<Component> yField = raster.text("y-field", Component::parse);
        Optional<Component> heightField = raster.text("height-field", Component::parse);
        GridType dtype = raster.word("dtype", GridType.class);
        double shift = raster.number("shift");
        Optional<String> rasterizerClass = raster.optionalText("class");
        raster.refuseOthers();
        if (!raster.isSound()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new RasterSpec(
                    name,
                    channels,
                    new RasterSpec.Grid(height, width, new Range(x[0], x[1]), new Range(y[0], y[1])),
                    new RasterSpec.Coordinates(xField.orElseThrow(), yField.orElseThrow(), heightField.orElseThrow()),
                    dtype,
                    shift,
                    RasterSpec.UserClass.of(rasterizerClass, "")));
        } catch (RasterSpecException e) {
            e.faults().forEach(raster::refuse);
            return Optional.empty();
        }
    }
}
