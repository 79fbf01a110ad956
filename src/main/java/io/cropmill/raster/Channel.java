package io.cropmill.raster;

import java.io.Serializable;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One plane of a grid: {@code count}, {@code occupancy}, {@code density}, or max, min, mean, top of a component. */
public sealed interface Channel extends Serializable {
    /** A value that depends on the number of points in the cell alone. */
    enum CountKind implements Channel {
        /** Number of points in the cell. */
        COUNT,
        /** 1 where the cell holds a point. */
        OCCUPANCY,
        /** min(1, log(1 + n) / log 64). */
        DENSITY;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A statistic of one component over the points of the cell. */
    record Statistic(StatisticKind kind, Component component) implements Channel {
        private static final Pattern GRAMMAR = Pattern.compile("(max|min|mean|top)\\(([^()]+)\\)", Pattern.DOTALL);

        /** Which statistic; TOP is the value at the first point of greatest height. */
        public enum StatisticKind {
            MAX,
            MIN,
            MEAN,
            TOP
        }

        @Override
        public String toString() {
            return kind.name().toLowerCase(Locale.ROOT) + "(" + component + ")";
        }
    }

    /** Reads {@code count}, {@code max(height)}, {@code mean(xy.0)}; an {@link IllegalArgumentException} says what is allowed. */
    static Channel parse(String text) {
        return switch (text) {
            case "count" -> CountKind.COUNT;
            case "occupancy" -> CountKind.OCCUPANCY;
            case "density" -> CountKind.DENSITY;
            default -> statistic(text);
        };
    }

    private static Statistic statistic(String text) {
        Matcher matcher = Statistic.GRAMMAR.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "Expected count, occupancy, density, or max, min, mean, top of a component"
                            + " such as max(height) or mean(xy.0), but found \"" + text + "\"");
        }
        Statistic.StatisticKind kind =
                Statistic.StatisticKind.valueOf(matcher.group(1).toUpperCase(Locale.ROOT));
        return new Statistic(kind, Component.parse(matcher.group(2)));
    }
}
