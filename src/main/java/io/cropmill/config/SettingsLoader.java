package io.cropmill.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import io.cropmill.config.Settings.Parquet;
import io.cropmill.config.Settings.SourceSettings;
import io.cropmill.config.Settings.Tolerance;
import io.cropmill.config.Settings.Validation;
import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.PointFieldName;
import io.cropmill.ragged.PointsLayout;
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
        SourceSettings source = source(root.section("source"), reading);
        int cap = root.integer("cap", 1);
        long seed = root.unsignedLong("seed");
        PointsLayout layout = layout(root.section("points"));
        List<RasterSpec> rasters = root.isNull("rasters")
                ? List.of()
                : RasterReader.read(root.section("rasters"), reference.getObject("rasters.default"));
        Tolerance tolerance = tolerance(root, reading);
        Validation validation = validation(root.section("validate"), reading);
        int keep = root.integer("keep", 1);
        Duration staleAfter = staleAfter(root.section("lock"));
        long batchBytes = root.bytes("batch-bytes");
        long splitBytes = root.bytes("split-bytes");
        root.refuseOthers();
        reading.refuseUnknown();
        return reading.finish(() -> new Settings(
                source, cap, seed, layout, rasters, tolerance, validation, keep, staleAfter, batchBytes, splitBytes));
    }

    private static SourceSettings source(Section section, LoadTrace reading) {
        SourceFormat format = section.word("format", SourceFormat.class);
        String countField = section.text("count-field");
        List<PointFieldName> pointFields = section.texts("point-fields", PointFieldName::parse);
        Fingerprint fingerprint = section.word("fingerprint", Fingerprint.class);
        List<String> skipFields = section.texts("skip-fields");
        CountsFrom counts = section.word("counts", CountsFrom.class);
        Parquet parquet = new Parquet(
                section.text("recording-field"),
                section.text("order-field"),
                section.word("partitions", Partitions.class));
        Long seed = section.isNull("seed") ? null : section.unsignedLong("seed");
        section.refuseOthers();
        return reading.attempt(
                () -> new SourceSettings(
                        format, countField, pointFields, fingerprint, skipFields, counts, parquet, seed),
                new SourceSettings(
                        SourceFormat.AUTO,
                        "point_count",
                        List.of(),
                        Fingerprint.STAT,
                        List.of(),
                        CountsFrom.FILE,
                        parquet,
                        null));
    }

    private static PointsLayout layout(Section section) {
        PointsLayout layout = section.word("layout", PointsLayout.class);
        section.refuseOthers();
        return layout;
    }

    private static Tolerance tolerance(Section root, LoadTrace reading) {
        OnBadRecording onBadRecording = root.word("on-bad-recording", OnBadRecording.class);
        int maxBadRecordings = root.integer("max-bad-recordings", 0);
        double maxVanished = root.number("max-vanished");
        return reading.attempt(
                () -> new Tolerance(onBadRecording, maxBadRecordings, maxVanished),
                new Tolerance(OnBadRecording.FAIL, 0, 0));
    }

    private static Validation validation(Section section, LoadTrace reading) {
        double sample = section.number("sample");
        PaddingRule padding = section.word("padding", PaddingRule.class);
        section.refuseOthers();
        return reading.attempt(() -> new Validation(sample, padding), new Validation(1, PaddingRule.ANY));
    }

    private static Duration staleAfter(Section section) {
        Duration staleAfter = section.duration("stale-after");
        section.refuseOthers();
        return staleAfter;
    }
}
