package io.cropmill.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import io.cropmill.raster.RasterSpecException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One level of the settings, read key by key. A value of the wrong type is a problem and gives a placeholder, so that
 * reading goes on and all problems are found.
 *
 * <p>A section may inherit: what it does not hold itself is read, and named in problems, as the section that it inherits
 * from.
 */
final class Section {
    private final List<String> path;
    private final ConfigObject own;
    private final List<String> inheritedPath;
    private final ConfigObject inherited;
    private final LoadTrace reading;
    private final Set<String> asked = new HashSet<>();
    private final Map<String, Section> sections = new LinkedHashMap<>();
    private boolean sound = true;

    private Section(
            List<String> path,
            ConfigObject own,
            List<String> inheritedPath,
            ConfigObject inherited,
            LoadTrace reading) {
        this.path = path;
        this.own = own;
        this.inheritedPath = inheritedPath;
        this.inherited = inherited;
        this.reading = reading;
    }

    static Section root(ConfigObject values, LoadTrace reading) {
        return new Section(List.of(), values, List.of(), values, reading);
    }

    /** The level below; empty where there is none, after a problem where there is something else. */
    Section section(String key) {
        ConfigObject below = emptyObject();
        ConfigValue value = value(key);
        if (value instanceof ConfigObject object) {
            below = object;
        } else if (value != null) {
            wrong(key, "a section { ... }", value);
        }
        return new Section(below(path, key), below, below(path, key), below, reading);
    }

    /** The level below, which takes from {@code defaults}, the values of the sibling {@code from}, what it does not set. */
    Section section(String key, String from, ConfigObject defaults) {
        ConfigObject values = section(key).own;
        return new Section(below(path, key), values, below(path, from), defaults, reading);
    }

    List<String> keys() {
        return own.keySet().stream().sorted().toList();
    }

    boolean isNull(String key) {
        ConfigValue value = value(key);
        return value != null && value.valueType() == ConfigValueType.NULL;
    }

    /** A value; a placeholder, after a problem, where it is wrong. */
    <T> T get(SettingKey<?, T> key) {
        if (!key.section().isEmpty()) {
            return sections.computeIfAbsent(key.section(), this::section).read(key.name(), key.type());
        }
        return read(key.name(), key.type());
    }

    /** Remembers what is set here and was not asked for. */
    void refuseOthers() {
        sections.values().forEach(Section::refuseOthers);
        own.forEach((key, value) -> {
            if (!asked.contains(key)) {
                leftOver(below(path, key), value);
            }
        });
    }

    /** A section that no file wrote alone has no place of its own; its values have. */
    private void leftOver(List<String> key, ConfigValue value) {
        if (value instanceof ConfigObject section
                && !section.isEmpty()
                && section.origin().lineNumber() < 0) {
            section.forEach((name, inner) -> leftOver(below(key, name), inner));
        } else {
            reading.leftOver(ConfigUtil.joinPath(key), value.origin());
        }
    }

    /** False once a value here was wrong. */
    boolean isSound() {
        return sound;
    }

    /** The full name of a key, quoted where it must be, where its value comes from. */
    String name(String key) {
        return ConfigUtil.joinPath(below(own.containsKey(key) ? path : inheritedPath, key));
    }

    /** Takes what the constructor of a raster refuses. */
    void refuse(RasterSpecException.Fault fault) {
        if (fault.key().equals("name")) {
            reading.wrong(new Problem("", "the name of " + ConfigUtil.joinPath(path) + " " + fault.words()));
        } else {
            refuse(fault.key(), name(fault.key()) + " " + fault.words());
        }
    }

    ConfigObject values() {
        return own;
    }

    private void refuse(String key, String sentence) {
        sound = false;
        reading.wrong(new Problem(name(key), sentence));
    }

    private <T> T read(String key, SettingType<T> type) {
        ConfigValue value = value(key);
        try {
            if (value != null) {
                return type.reader().apply(value);
            }
            wrong(key, "set", null);
        } catch (SettingType.WrongTypeException e) {
            wrong(key, e.expected(), value);
        } catch (IllegalArgumentException e) {
            refuse(key, name(key) + ": " + e.getMessage());
        }
        return type.placeholder();
    }

    private @Nullable ConfigValue value(String key) {
        asked.add(key);
        reading.ask(ConfigUtil.joinPath(below(path, key)));
        ConfigValue value = own.containsKey(key) ? own.get(key) : inherited.get(key);
        if (value != null) {
            reading.met(name(key), value.origin());
        }
        return value;
    }

    private void wrong(String key, String expected, @Nullable ConfigValue value) {
        if (value == null && !path.isEmpty() && reading.isWrong(ConfigUtil.joinPath(path))) {
            // The section itself is something else, which was told.
            sound = false;
            return;
        }
        String found = value == null ? "missing" : value.render(ConfigRenderOptions.concise());
        refuse(key, name(key) + " must be " + expected + " but was " + found);
    }

    private static List<String> below(List<String> path, String key) {
        return Stream.concat(path.stream(), Stream.of(key)).toList();
    }

    private static ConfigObject emptyObject() {
        return ConfigValueFactory.fromMap(Map.of());
    }
}
