package io.cropmill.inspect;

import io.cropmill.raster.Channel;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import java.util.List;

/** Copies of raster specifications with another value. */
final class Specs {
    private Specs() {}

    static RasterSpec withChannels(RasterSpec spec, List<Channel> channels) {
        return with(spec, channels, spec.xField(), spec.yField(), spec.heightField(), spec.dtype());
    }

    static RasterSpec withType(RasterSpec spec, GridType type) {
        return with(spec, spec.channels(), spec.xField(), spec.yField(), spec.heightField(), type);
    }

    static RasterSpec withFields(RasterSpec spec, List<Channel> channels, Component x, Component y, Component height) {
        return with(spec, channels, x, y, height, spec.dtype());
    }

    private static RasterSpec with(
            RasterSpec spec, List<Channel> channels, Component x, Component y, Component height, GridType type) {
        return new RasterSpec(
                spec.name(),
                channels,
                spec.height(),
                spec.width(),
                spec.x(),
                spec.y(),
                x,
                y,
                height,
                type,
                spec.shift(),
                spec.rasterizerClass());
    }
}
