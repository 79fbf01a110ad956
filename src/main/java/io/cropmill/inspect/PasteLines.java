package io.cropmill.inspect;

import com.typesafe.config.ConfigUtil;
import io.cropmill.crop.PointFieldName;
import io.cropmill.raster.RasterSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Settings for a person to paste into a file: keys in the order of their addition, and for a raster its keys.
 *
 * @param values HOCON values by key
 * @param rasters HOCON values by raster and key; without keys the raster is null
 */
record PasteLines(Map<String, String> values, Map<String, Map<String, String>> rasters) {
    static final PasteLines NONE = new PasteLines(Map.of(), Map.of());

    public PasteLines {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        rasters = Collections.unmodifiableMap(new LinkedHashMap<>(rasters));
    }

    boolean isEmpty() {
        return values.isEmpty() && rasters.isEmpty();
    }

    PasteLines with(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(key, value);
        return new PasteLines(more, rasters);
    }

    PasteLines withRaster(String raster, String key, String value) {
        Map<String, Map<String, String>> more = new LinkedHashMap<>(rasters);
        Map<String, String> keys = new LinkedHashMap<>(more.getOrDefault(raster, Map.of()));
        keys.put(key, value);
        more.put(raster, keys);
        return new PasteLines(values, more);
    }

    PasteLines withoutRaster(String raster) {
        Map<String, Map<String, String>> more = new LinkedHashMap<>(rasters);
        more.put(raster, Map.of());
        return new PasteLines(values, more);
    }

    /** What a raster reads, where it is not the same. */
    PasteLines withRaster(RasterSpec before, RasterSpec after) {
        String name = after.name();
        return withRaster(name, "x-field", text(after.xField().toString()))
                .withRaster(name, "y-field", text(after.yField().toString()))
                .withRaster(
                        name,
                        before.heightField().equals(after.heightField())
                                ? Map.of()
                                : Map.of(
                                        "height-field", text(after.heightField().toString())))
                .withRaster(
                        name,
                        before.channels().equals(after.channels())
                                ? Map.of()
                                : Map.of("channels", texts(after.channels())));
    }

    private PasteLines withRaster(String raster, Map<String, String> keys) {
        PasteLines lines = this;
        for (Map.Entry<String, String> key : keys.entrySet()) {
            lines = lines.withRaster(raster, key.getKey(), key.getValue());
        }
        return lines;
    }

    /** A line a setting. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        values.forEach((key, value) -> lines.add(key + " = " + value));
        lines.addAll(rasterLines());
        return lines;
    }

    /** Those of rasters. */
    List<String> rasterLines() {
        List<String> lines = new ArrayList<>();
        rasters.forEach((raster, keys) -> lines.add("rasters." + text(raster)
                + (keys.isEmpty()
                        ? " = null"
                        : keys.entrySet().stream()
                                .map(key -> key.getKey() + " = " + key.getValue())
                                .collect(Collectors.joining(", ", " { ", " }")))));
        return lines;
    }

    static String list(List<PointFieldName> names) {
        return texts(names);
    }

    private static String texts(List<?> values) {
        return values.stream().map(value -> text(value.toString())).collect(Collectors.joining(", ", "[", "]"));
    }

    /** HOCON needs quotes for all but plain words. */
    static String text(String value) {
        return value.matches("[A-Za-z_][A-Za-z0-9_.-]*") ? value : ConfigUtil.quoteString(value);
    }
}
