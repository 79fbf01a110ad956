package io.cropmill.config;

import com.typesafe.config.ConfigObject;
import io.cropmill.raster.Channel;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.Coordinates;
import io.cropmill.raster.RasterSpec.Grid;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.UserClass;
import io.cropmill.raster.RasterSpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code rasters}: {@code default} first, then the others by name. */
final class RasterReader {
    private RasterReader() {}

    /**
     * Reads all rasters.
     *
     * @param builtIn the values of {@code rasters.default} in the reference, taken where the user's is null
     */
    static List<RasterSpec> read(Section rasters, ConfigObject builtIn) {
        ConfigObject defaults = rasters.isNull(SettingKey.DEFAULT_RASTER)
                ? builtIn
                : rasters.section(SettingKey.DEFAULT_RASTER).values();
        List<String> names = new ArrayList<>(rasters.keys());
        if (names.remove(SettingKey.DEFAULT_RASTER)) {
            names.add(0, SettingKey.DEFAULT_RASTER);
        }
        List<RasterSpec> specs = new ArrayList<>();
        for (String name : names) {
            if (!rasters.isNull(name)) {
                spec(rasters.section(name, SettingKey.DEFAULT_RASTER, defaults), name)
                        .ifPresent(specs::add);
            }
        }
        return specs;
    }

    private static Optional<RasterSpec> spec(Section raster, String name) {
        List<Channel> channels = raster.get(SettingKey.CHANNELS);
        Grid grid = new Grid(
                raster.get(SettingKey.HEIGHT),
                raster.get(SettingKey.WIDTH),
                raster.get(SettingKey.X),
                raster.get(SettingKey.Y));
        Coordinates coordinates = new Coordinates(
                raster.get(SettingKey.X_FIELD), raster.get(SettingKey.Y_FIELD), raster.get(SettingKey.HEIGHT_FIELD));
        GridType dtype = raster.get(SettingKey.DTYPE);
        double shift = raster.get(SettingKey.SHIFT);
        UserClass userClass = UserClass.of(raster.get(SettingKey.CLASS), "");
        raster.refuseOthers();
        if (!raster.isSound()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new RasterSpec(name, channels, grid, coordinates, dtype, shift, userClass));
        } catch (RasterSpecException e) {
            e.faults().forEach(raster::refuse);
            return Optional.empty();
        }
    }
}
