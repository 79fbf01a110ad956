package io.cropmill.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigOrigin;

/** Says where a value was written: {@code conf/nightly.conf:12}, {@code --set}, {@code option}. */
final class Origin {
    /** Before what gave a value beside the file; no path has it. */
    private static final String GIVEN = "\0";

    private Origin() {}

    /** How HOCON is to describe a value that was given. */
    static String described(SettingOverride given) {
        return GIVEN + given.origin();
    }

    /** What HOCON says of an error, which begins with what it was given as the description. */
    static String shown(ConfigException e) {
        return String.valueOf(e.getMessage()).replace(GIVEN, "");
    }

    static String of(ConfigOrigin origin) {
        int line = origin.lineNumber();
        String description = origin.description();
        String suffix = ": " + line;
        if (line < 0 || !description.endsWith(suffix)) {
            return description.startsWith(GIVEN) ? description.substring(GIVEN.length()) : description;
        }
        String file = description.substring(0, description.length() - suffix.length());
        return file.startsWith(GIVEN) ? file.substring(GIVEN.length()) : file + ":" + line;
    }
}
