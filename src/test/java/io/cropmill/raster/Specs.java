package io.cropmill.raster;

import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.Range;
import java.util.Arrays;
import java.util.List;

/** Specifications for tests: the default with something else. */
final class Specs {
    private static final RasterSpec DEFAULTS = RasterSpec.defaults();

    private Specs() {}

    static RasterSpec shifted(String name, double shift) {
        return spec(name, DEFAULTS.channels(), DEFAULTS.grid(), GridType.FLOAT32, shift);
    }

    static RasterSpec channels(String... channels) {
        return spec("default", parsed(channels), DEFAULTS.grid(), GridType.FLOAT32, 0);
    }

    /** One row of cells of one metre from 0. */
    static RasterSpec strip(int width, String... channels) {
        return spec(
                "default",
                parsed(channels),
                new RasterSpec.Grid(1, width, new Range(0, width), new Range(0, 1)),
                GridType.FLOAT32,
                0);
    }

    static RasterSpec rasterizerClass(String type) {
        return new RasterSpec(
                "default",
                DEFAULTS.channels(),
                DEFAULTS.grid(),
                DEFAULTS.coordinates(),
                GridType.FLOAT32,
                0,
                new RasterSpec.UserClass(type, ""));
    }

    static RasterSpec spec(String name, List<Channel> channels, RasterSpec.Grid grid, GridType dtype, double shift) {
        return new RasterSpec(name, channels, grid, DEFAULTS.coordinates(), dtype, shift, null);
    }

    static List<Channel> parsed(String... channels) {
        return Arrays.stream(channels).map(Channel::parse).toList();
    }
}
