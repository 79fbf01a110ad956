package io.cropmill.config;

import com.typesafe.config.ConfigUtil;
import io.cropmill.crop.PointFieldName;
import io.cropmill.raster.Channel;
import io.cropmill.raster.RasterSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Settings as HOCON values, in the order of {@code reference.conf}. */
final class SettingsText {
    private SettingsText() {}

    static Map<String, String> of(Settings settings) {
        Map<String, String> text = new LinkedHashMap<>();
        text.put("source.format", word(settings.source().format()));
        text.put("source.count-field", quoted(settings.source().countField()));
        text.put("source.point-fields", pointFields(settings.source().pointFields()));
        text.put("source.fingerprint", word(settings.source().fingerprint()));
        text.put("source.skip-fields", list(settings.source().skipFields()));
        text.put("source.counts", word(settings.source().counts()));
        text.put("source.recording-field", quoted(settings.source().parquet().recordingField()));
        text.put("source.order-field", quoted(settings.source().parquet().orderField()));
        text.put("source.partitions", word(settings.source().parquet().partitions()));
        Long drawn = settings.source().seed();
        text.put("source.seed", drawn == null ? "null" : Long.toUnsignedString(drawn));
        text.put("cap", String.valueOf(settings.cap()));
        text.put("seed", Long.toUnsignedString(settings.seed()));
        text.put("points.layout", word(settings.pointsLayout()));
        if (settings.rasters().stream().noneMatch(spec -> spec.name().equals(RasterReader.DEFAULT))) {
            text.put("rasters." + RasterReader.DEFAULT, "null");
        }
        settings.rasters().forEach(spec -> putRaster(text, spec));
        text.put("on-bad-recording", word(settings.tolerance().onBadRecording()));
        text.put("max-bad-recordings", String.valueOf(settings.tolerance().maxBadRecordings()));
        text.put("max-vanished", String.valueOf(settings.tolerance().maxVanished()));
        text.put("validate.sample", String.valueOf(settings.validation().sample()));
        text.put("validate.padding", word(settings.validation().padding()));
        text.put("keep", String.valueOf(settings.keep()));
        text.put("lock.stale-after", settings.lockStaleAfter().toMillis() + " ms");
        text.put("batch-bytes", String.valueOf(settings.batchBytes()));
        text.put("split-bytes", String.valueOf(settings.splitBytes()));
        return text;
    }

    static String pointFields(List<PointFieldName> fields) {
        return list(fields.stream().map(PointFieldName::toString).toList());
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void putRaster(Map<String, String> text, RasterSpec spec) {
        String prefix = ConfigUtil.joinPath("rasters", spec.name()) + ".";
        text.put(
                prefix + "channels",
                list(spec.channels().stream().map(Channel::toString).toList()));
        text.put(prefix + "height", String.valueOf(spec.height()));
        text.put(prefix + "width", String.valueOf(spec.width()));
        text.put(prefix + "x", range(spec.x()));
        text.put(prefix + "y", range(spec.y()));
        text.put(prefix + "x-field", quoted(spec.xField().toString()));
        text.put(prefix + "y-field", quoted(spec.yField().toString()));
        text.put(prefix + "height-field", quoted(spec.heightField().toString()));
        text.put(prefix + "dtype", word(spec.dtype()));
        text.put(prefix + "shift", String.valueOf(spec.shift()));
        text.put(
                prefix + "class",
                spec.rasterizerClass().map(SettingsText::quoted).orElse("null"));
    }

    private static String range(RasterSpec.Range range) {
        return "[" + range.min() + ", " + range.max() + "]";
    }

    static String list(List<String> values) {
        return values.stream().map(SettingsText::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String quoted(String text) {
        return ConfigUtil.quoteString(text);
    }
}
