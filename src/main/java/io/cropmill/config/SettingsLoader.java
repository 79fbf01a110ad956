package io.cropmill.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import io.cropmill.config.Settings.Fingerprint;
import io.cropmill.config.Settings.OnBadRecording;
import io.cropmill.config.Settings.PaddingRule;
import io.cropmill.config.Settings.Parquet;
import io.cropmill.config.Settings.SourceFormat;
import io.cropmill.config.Settings.SourceSettings;
import io.cropmill.config.Settings.Tolerance;
import io.cropmill.config.Settings.Validation;
import io.cropmill.config.Settings.WorkSizes;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.raster.RasterSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Loads settings: the defaults of {@code reference.conf}, over them a file, over it {@code key=value} pairs. */
public final class SettingsLoader {
    private static final String REFERENCE = "reference.conf";
    private static final String TOO_DEEP = "brackets nested too deep to be read";

    private SettingsLoader() {}

    /** The defaults. */
    public static Settings defaults() {
        return load(Optional.empty(), List.of());
    }

    /**
     * Loads settings.
     *
     * @param file HOCON on local disk
     * @param pairs {@code key=value} of {@code --set}, of which a later one wins
     * @throws SettingsException with all that is wrong
     */
    public static Settings load(Optional<Path> file, List<String> pairs) {
        return loadGiven(file, pairs.stream().map(SettingOverride::set).toList());
    }

    /**
     * Loads settings of which some were given in another way than by {@code --set}.
     *
     * @param file HOCON on local disk
     * @param given beside it, of which a later one wins
     * @throws SettingsException with all that is wrong
     */
    public static Settings loadGiven(Optional<Path> file, List<SettingOverride> given) {
        Problems problems = new Problems();
        Config reference = reference();
        Config overrides = Overrides.parse(given, problems);
        Config user = file.map(path -> parse(path, problems)).orElse(ConfigFactory.empty());
        Config merged = resolve(overrides.withFallback(user).withFallback(reference), problems);
        return settings(merged.root(), reference, new LoadTrace(problems));
    }

    /**
     * The keys that a file and pairs set, whatever their values.
     *
     * @param file as in {@link #load}
     * @param pairs as in {@link #load}
     */
    public static Set<String> given(Optional<Path> file, List<String> pairs) {
        Problems problems = new Problems();
        Set<String> keys = new TreeSet<>();
        keys(
                file.map(path -> parse(path, problems))
                        .orElse(ConfigFactory.empty())
                        .root(),
                "",
                keys);
        for (String pair : pairs) {
            keys.add(pair.substring(0, Math.max(0, pair.indexOf('='))).strip());
        }
        return keys;
    }

    /** Values that are null count, too. */
    private static void keys(ConfigObject section, String above, Set<String> keys) {
        section.forEach((name, value) -> {
            if (value instanceof ConfigObject inner && !inner.isEmpty()) {
                keys(inner, above + name + ".", keys);
            } else {
                keys.add(above + name);
            }
        });
    }

    static Config reference() {
        return ConfigFactory.parseResources(
                        SettingsLoader.class,
                        REFERENCE,
                        ConfigParseOptions.defaults().setAllowMissing(false).setOriginDescription(REFERENCE))
                .resolve();
    }

    private static Config parse(Path file, Problems problems) {
        try {
            return ConfigFactory.parseFile(
                    file.toFile(),
                    ConfigParseOptions.defaults()
                            .setAllowMissing(false)
                            .setOriginDescription(file.toString())
                            .appendIncluder(new LocalIncludes(file.toString(), problems)));
        } catch (ConfigException.IO e) {
            problems.add(new Problem("", "[" + file + "] Expected a settings file, but it cannot be read"));
        } catch (ConfigException e) {
            problems.add(new Problem("", "[" + file + "] Expected HOCON, but found " + Origin.shown(e)));
        } catch (StackOverflowError e) {
            // The parser calls itself for every bracket.
            problems.add(new Problem("", "[" + file + "] Expected settings, but found " + TOO_DEEP));
        }
        return ConfigFactory.empty();
    }

    private static Config resolve(Config merged, Problems problems) {
        try {
            return merged.resolve();
        } catch (ConfigException e) {
            problems.add(new Problem("", "Expected settings without open ${...}, but found " + Origin.shown(e)));
            throw new SettingsException(problems.all());
        } catch (StackOverflowError e) {
            problems.add(new Problem("", "Expected settings, but found " + TOO_DEEP));
            throw new SettingsException(problems.all());
        }
    }

    private static Settings settings(ConfigObject values, Config reference, LoadTrace reading) {
        Section root = Section.root(values, reading);
        SourceSettings source = source(root, reading);
        Recipe recipe = recipe(root, reading, reference);
        Tolerance tolerance = tolerance(root, reading);
        Validation validation = validation(root, reading);
        int keep = root.get(SettingKey.KEEP);
        Duration staleAfter = root.get(SettingKey.STALE_AFTER);
        WorkSizes work = new WorkSizes(root.get(SettingKey.BATCH_BYTES), root.get(SettingKey.SPLIT_BYTES));
        root.refuseOthers();
        reading.refuseUnknown();
        return reading.finish(() -> new Settings(source, recipe, tolerance, validation, keep, staleAfter, work));
    }

    private static SourceSettings source(Section root, LoadTrace reading) {
        SourceFormat format = root.get(SettingKey.FORMAT);
        String countField = root.get(SettingKey.COUNT_FIELD);
        List<PointFieldName> pointFields = root.get(SettingKey.POINT_FIELDS);
        Fingerprint fingerprint = root.get(SettingKey.FINGERPRINT);
        List<String> skipFields = root.get(SettingKey.SKIP_FIELDS);
        FieldChoice fields =
                new FieldChoice(countField, pointFields, List.of(), skipFields, root.get(SettingKey.COUNTS));
        Parquet parquet = new Parquet(
                root.get(SettingKey.RECORDING_FIELD),
                root.get(SettingKey.ORDER_FIELD),
                root.get(SettingKey.PARTITIONS));
        Long seed = root.get(SettingKey.SOURCE_SEED).orElse(null);
        return reading.attempt(
                () -> new SourceSettings(format, fields, fingerprint, parquet, seed),
                new SourceSettings(
                        format, new FieldChoice("point_count", List.of(), List.of()), fingerprint, parquet, seed));
    }

    private static Recipe recipe(Section root, LoadTrace reading, Config reference) {
        int cap = root.get(SettingKey.CAP);
        long seed = root.get(SettingKey.SEED);
        PointsLayout layout = root.get(SettingKey.LAYOUT);
        List<RasterSpec> rasters = root.isNull("rasters")
                ? List.of()
                : RasterReader.read(root.section("rasters"), reference.getObject("rasters.default"));
        try {
            return new Recipe(cap, seed, layout, rasters);
        } catch (IllegalArgumentException e) {
            // Rasters are keys of HOCON, so no two have one name.
            reading.wrong(new Problem("cap", String.valueOf(e.getMessage())));
            return new Recipe(1, seed, layout, rasters);
        }
    }

    private static Tolerance tolerance(Section root, LoadTrace reading) {
        OnBadRecording onBadRecording = root.get(SettingKey.ON_BAD_RECORDING);
        int maxBadRecordings = root.get(SettingKey.MAX_BAD_RECORDINGS);
        double maxVanished = root.get(SettingKey.MAX_VANISHED);
        return reading.attempt(
                () -> new Tolerance(onBadRecording, maxBadRecordings, maxVanished),
                new Tolerance(OnBadRecording.FAIL, 0, 0));
    }

    private static Validation validation(Section root, LoadTrace reading) {
        double sample = root.get(SettingKey.SAMPLE);
        PaddingRule padding = root.get(SettingKey.PADDING);
        return reading.attempt(() -> new Validation(sample, padding), new Validation(1, PaddingRule.ANY));
    }
}
