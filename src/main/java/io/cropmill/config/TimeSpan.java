package io.cropmill.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import java.time.Duration;

/** Reads durations: {@code 5 minutes}, {@code 36h}, {@code 7d}. */
public final class TimeSpan {
    private TimeSpan() {}

    /** Not negative, with a unit; an {@link IllegalArgumentException} says what is allowed. */
    public static Duration parse(String text) {
        Duration duration = Duration.ofMillis(-1);
        try {
            duration = ConfigFactory.empty()
                    .withValue("duration", ConfigValueFactory.fromAnyRef(text))
                    .getDuration("duration");
        } catch (ConfigException e) {
            // Told below, without the library's words.
        }
        // A bare number would be milliseconds, which users do not mean.
        boolean bare = text.strip().matches("[0-9.]*");
        if (duration.isNegative() || (bare && !duration.isZero())) {
            throw new IllegalArgumentException(
                    "a duration must be a number of s, min, h or d, such as 36h, but was \"" + text + "\"");
        }
        return duration;
    }
}
