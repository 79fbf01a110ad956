package io.cropmill.cli;

import io.cropmill.config.SettingOverride;
import io.cropmill.config.Settings;
import io.cropmill.config.SettingsLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that any command with settings has. */
final class SettingsOptions {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            converter = ConfigConverter.class,
            description = "Settings over the defaults, in HOCON.")
    private Optional<Path> config = Optional.empty();

    @Option(names = "--set", paramLabel = "key=value", description = "One setting over those of the file; repeatable.")
    private List<String> pairs = new ArrayList<>();

    Settings load() {
        return load(List.of());
    }

    /** With settings of other options, which come last. */
    Settings load(List<SettingOverride> more) {
        List<SettingOverride> all = new ArrayList<>();
        pairs.forEach(pair -> all.add(SettingOverride.set(pair)));
        all.addAll(more);
        return SettingsLoader.loadGiven(config, all);
    }
}
