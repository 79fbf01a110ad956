package io.cropmill.config;

import static io.cropmill.config.SettingType.bytes;
import static io.cropmill.config.SettingType.duration;
import static io.cropmill.config.SettingType.integer;
import static io.cropmill.config.SettingType.list;
import static io.cropmill.config.SettingType.number;
import static io.cropmill.config.SettingType.range;
import static io.cropmill.config.SettingType.text;
import static io.cropmill.config.SettingType.unsignedLong;
import static io.cropmill.config.SettingType.word;

import com.typesafe.config.ConfigUtil;
import io.cropmill.config.Settings.Fingerprint;
import io.cropmill.config.Settings.OnBadRecording;
import io.cropmill.config.Settings.PaddingRule;
import io.cropmill.config.Settings.Partitions;
import io.cropmill.config.Settings.SourceFormat;
import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.PointFieldName;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.raster.Channel;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.RasterSpec.Range;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A row of the table of settings, which holds every key, in the order of {@code reference.conf}: its section and name, the
 * type of its value, and where {@link Settings}, or a raster, have it.
 *
 * @param <S> what has the value
 * @param <T> type of the value
 * @param section {@code source}; empty for a key of no section, and for one of a raster
 */
record SettingKey<S, T>(String section, String name, SettingType<T> type, Function<S, T> getter) {
    static final String DEFAULT_RASTER = "default";

    private static final List<SettingKey<Settings, ?>> BEFORE_RASTERS = new ArrayList<>();
    private static final List<SettingKey<RasterSpec, ?>> OF_RASTER = new ArrayList<>();
    private static final List<SettingKey<Settings, ?>> AFTER_RASTERS = new ArrayList<>();

    static final SettingKey<Settings, SourceFormat> FORMAT =
            source("format", word(SourceFormat.class), Settings.SourceSettings::format);
    static final SettingKey<Settings, String> COUNT_FIELD =
            source("count-field", text(), source -> source.fields().countField());
    static final SettingKey<Settings, List<PointFieldName>> POINT_FIELDS = source(
            "point-fields",
            list(PointFieldName::parse),
            source -> source.fields().pointFields());
    static final SettingKey<Settings, Fingerprint> FINGERPRINT =
            source("fingerprint", word(Fingerprint.class), Settings.SourceSettings::fingerprint);
    static final SettingKey<Settings, List<String>> SKIP_FIELDS =
            source("skip-fields", list(text -> text), source -> source.fields().skipFields());
    static final SettingKey<Settings, CountsFrom> COUNTS =
            source("counts", word(CountsFrom.class), source -> source.fields().counts());
    static final SettingKey<Settings, String> RECORDING_FIELD =
            source("recording-field", text(), source -> source.parquet().recordingField());
    static final SettingKey<Settings, String> ORDER_FIELD =
            source("order-field", text(), source -> source.parquet().orderField());
    static final SettingKey<Settings, Partitions> PARTITIONS = source(
            "partitions", word(Partitions.class), source -> source.parquet().partitions());
    static final SettingKey<Settings, Optional<Long>> SOURCE_SEED =
            source("seed", unsignedLong().orNull(), source -> Optional.ofNullable(source.seed()));
    static final SettingKey<Settings, Integer> CAP =
            in(BEFORE_RASTERS, "", "cap", integer(1), all -> all.recipe().cap());
    static final SettingKey<Settings, Long> SEED =
            in(BEFORE_RASTERS, "", "seed", unsignedLong(), all -> all.recipe().seed());
    static final SettingKey<Settings, PointsLayout> LAYOUT = in(
            BEFORE_RASTERS,
            "points",
            "layout",
            word(PointsLayout.class),
            all -> all.recipe().layout());

    static final SettingKey<RasterSpec, List<Channel>> CHANNELS =
            raster("channels", list(Channel::parse), RasterSpec::channels);
    static final SettingKey<RasterSpec, Integer> HEIGHT = raster("height", integer(1), RasterSpec::height);
    static final SettingKey<RasterSpec, Integer> WIDTH = raster("width", integer(1), RasterSpec::width);
    static final SettingKey<RasterSpec, Range> X = raster("x", range(), RasterSpec::x);
    static final SettingKey<RasterSpec, Range> Y = raster("y", range(), RasterSpec::y);
    static final SettingKey<RasterSpec, Component> X_FIELD = raster("x-field", component(), RasterSpec::xField);
    static final SettingKey<RasterSpec, Component> Y_FIELD = raster("y-field", component(), RasterSpec::yField);
    static final SettingKey<RasterSpec, Component> HEIGHT_FIELD =
            raster("height-field", component(), RasterSpec::heightField);
    static final SettingKey<RasterSpec, GridType> DTYPE = raster("dtype", word(GridType.class), RasterSpec::dtype);
    static final SettingKey<RasterSpec, Double> SHIFT = raster("shift", number(), RasterSpec::shift);
    static final SettingKey<RasterSpec, Optional<String>> CLASS =
            raster("class", text().orNull(), RasterSpec::rasterizerClass);

    static final SettingKey<Settings, OnBadRecording> ON_BAD_RECORDING = after(
            "",
            "on-bad-recording",
            word(OnBadRecording.class),
            all -> all.tolerance().onBadRecording());
    static final SettingKey<Settings, Integer> MAX_BAD_RECORDINGS =
            after("", "max-bad-recordings", integer(0), all -> all.tolerance().maxBadRecordings());
    static final SettingKey<Settings, Double> MAX_VANISHED =
            after("", "max-vanished", number(), all -> all.tolerance().maxVanished());
    static final SettingKey<Settings, Double> SAMPLE =
            after("validate", "sample", number(), all -> all.validation().sample());
    static final SettingKey<Settings, PaddingRule> PADDING = after(
            "validate",
            "padding",
            word(PaddingRule.class),
            all -> all.validation().padding());
    static final SettingKey<Settings, Integer> KEEP = after("", "keep", integer(1), Settings::keep);
    static final SettingKey<Settings, Duration> STALE_AFTER =
            after("lock", "stale-after", duration(), Settings::lockStaleAfter);
    static final SettingKey<Settings, Long> BATCH_BYTES =
            after("", "batch-bytes", bytes(), all -> all.work().batchBytes());
    static final SettingKey<Settings, Long> SPLIT_BYTES =
            after("", "split-bytes", bytes(), all -> all.work().splitBytes());

    /** Every key and its value as HOCON. */
    static Map<String, String> texts(Settings settings) {
        Map<String, String> texts = new LinkedHashMap<>();
        BEFORE_RASTERS.forEach(key -> texts.put(key.key(), key.write(settings)));
        List<RasterSpec> rasters = settings.recipe().rasters();
        if (rasters.stream().noneMatch(spec -> spec.name().equals(DEFAULT_RASTER))) {
            texts.put("rasters." + DEFAULT_RASTER, "null");
        }
        for (RasterSpec raster : rasters) {
            String prefix = ConfigUtil.joinPath("rasters", raster.name()) + ".";
            OF_RASTER.forEach(key -> texts.put(prefix + key.name, key.write(raster)));
        }
        AFTER_RASTERS.forEach(key -> texts.put(key.key(), key.write(settings)));
        return texts;
    }

    private String key() {
        return section.isEmpty() ? name : section + "." + name;
    }

    private String write(S owner) {
        return type.writer().apply(getter.apply(owner));
    }

    private static SettingType<Component> component() {
        return text(new Component("x", 0), Component::parse);
    }

    private static <T> SettingKey<Settings, T> source(
            String name, SettingType<T> type, Function<Settings.SourceSettings, T> getter) {
        return in(BEFORE_RASTERS, "source", name, type, all -> getter.apply(all.source()));
    }

    private static <T> SettingKey<RasterSpec, T> raster(
            String name, SettingType<T> type, Function<RasterSpec, T> getter) {
        return in(OF_RASTER, "", name, type, getter);
    }

    private static <T> SettingKey<Settings, T> after(
            String section, String name, SettingType<T> type, Function<Settings, T> getter) {
        return in(AFTER_RASTERS, section, name, type, getter);
    }

    private static <S, T> SettingKey<S, T> in(
            List<SettingKey<S, ?>> table, String section, String name, SettingType<T> type, Function<S, T> getter) {
        SettingKey<S, T> key = new SettingKey<>(section, name, type, getter);
        table.add(key);
        return key;
    }
}
