package io.cropmill.config;

import com.typesafe.config.ConfigOrigin;

/** Says where a value was written: {@code conf/nightly.conf:12}, {@code --set}. */
final class Origin {
    private Origin() {}

    static String of(ConfigOrigin origin) {
        int line = origin.lineNumber();
        String description = origin.description();
        String suffix = ": " + line;
        if (line < 0 || !description.endsWith(suffix)) {
            return description;
        }
        String file = description.substring(0, description.length() - suffix.length());
        return file.equals(Overrides.ORIGIN) ? file : file + ":" + line;
    }
}
