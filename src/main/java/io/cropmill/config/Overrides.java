package io.cropmill.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the {@code key=value} pairs that are given beside the file. A value is taken as it is written, except {@code null} and
 * what begins with a bracket, a brace or a quote, which is HOCON; in a list without quotes, commas separate.
 */
final class Overrides {
    private Overrides() {}

    static Config parse(List<SettingOverride> given, Problems problems) {
        Config config = ConfigFactory.empty();
        for (SettingOverride setting : given) {
            String pair = setting.pair();
            int equals = pair.indexOf('=');
            if (equals < 1) {
                problems.add(new Problem("", setting.origin() + " must be key=value but was \"" + pair + "\""));
                continue;
            }
            String key = pair.substring(0, equals).strip();
            try {
                config = config.withValue(key, value(pair.substring(equals + 1).strip(), setting, problems));
            } catch (ConfigException | StackOverflowError e) {
                problems.add(new Problem(
                        key,
                        setting.origin() + " " + pair
                                + " must be HOCON, with text in quotes where it has signs, but is not"));
            }
        }
        return config;
    }

    private static ConfigValue value(String text, SettingOverride setting, Problems problems) {
        String origin = Origin.described(setting);
        if (text.equals("null")) {
            return ConfigValueFactory.fromAnyRef(null, origin);
        }
        if (text.startsWith("[") && text.endsWith("]") && text.indexOf('"') < 0 && text.indexOf('$') < 0) {
            String inner = text.substring(1, text.length() - 1).strip();
            List<String> items = inner.isEmpty()
                    ? List.of()
                    : Arrays.stream(inner.split(",", -1)).map(String::strip).toList();
            return ConfigValueFactory.fromIterable(items, origin);
        }
        if (text.startsWith("[") || text.startsWith("{") || text.startsWith("\"")) {
            return ConfigFactory.parseString(
                            "value = " + text,
                            ConfigParseOptions.defaults()
                                    .setOriginDescription(origin)
                                    .appendIncluder(new LocalIncludes(setting.origin(), problems)))
                    .getValue(ConfigUtil.joinPath("value"));
        }
        return ConfigValueFactory.fromAnyRef(text, origin);
    }
}
