package io.cropmill.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.cropmill.raster.RasterSpec.Range;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The type of a setting's value: how HOCON is read as it, and how it is written as HOCON.
 *
 * @param placeholder stands for a value that is wrong, so that reading goes on
 * @param reader throws a {@link WrongTypeException}, or an {@link IllegalArgumentException} that says what is wrong
 * @param writer its inverse
 */
record SettingType<T>(T placeholder, Function<ConfigValue, T> reader, Function<T, String> writer) {
    private static final BigInteger MAX_UNSIGNED =
            BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

    /** A value is of another type, or out of bounds. */
    static final class WrongTypeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String expected;

        WrongTypeException(String expected) {
            this.expected = expected;
        }

        /** Completes "must be". */
        String expected() {
            return expected;
        }
    }

    /** A whole number; what is below the least but an int is a constructor's to refuse. */
    static SettingType<Integer> integer(int least) {
        return new SettingType<>(
                1,
                value -> {
                    BigInteger number = whole(value);
                    if (number.bitLength() >= Integer.SIZE) {
                        throw new WrongTypeException("between " + least + " and " + Integer.MAX_VALUE);
                    }
                    return number.intValue();
                },
                String::valueOf);
    }

    /** All 64 bits of a number from 0 to 2^64 - 1. */
    static SettingType<Long> unsignedLong() {
        return new SettingType<>(
                1L,
                value -> {
                    BigInteger number = whole(value);
                    if (number.signum() < 0 || number.compareTo(MAX_UNSIGNED) > 0) {
                        throw new WrongTypeException("between 0 and " + MAX_UNSIGNED);
                    }
                    return number.longValue();
                },
                Long::toUnsignedString);
    }

    static SettingType<Double> number() {
        return new SettingType<>(1.0, value -> number(plain(value, "a number"), "a number"), String::valueOf);
    }

    static SettingType<Range> range() {
        String expected = "two numbers [from, to]";
        return new SettingType<>(
                new Range(0, 1),
                value -> {
                    List<String> ends = items(value, expected);
                    if (ends.size() != 2) {
                        throw new WrongTypeException(expected);
                    }
                    return new Range(number(ends.get(0), expected), number(ends.get(1), expected));
                },
                range -> "[" + range.min() + ", " + range.max() + "]");
    }

    static SettingType<String> text() {
        return text("placeholder", text -> text);
    }

    /** Text that a parser may refuse. */
    static <T> SettingType<T> text(T placeholder, Function<String, T> parser) {
        return new SettingType<>(
                placeholder,
                value -> parser.apply(plain(value, "text")),
                item -> ConfigUtil.quoteString(item.toString()));
    }

    /** A list of text that a parser may refuse; text alone is split at its commas. */
    static <T> SettingType<List<T>> list(Function<String, T> parser) {
        return new SettingType<>(
                List.of(),
                value -> items(value, "a list of text").stream().map(parser).toList(),
                SettingType::quoted);
    }

    /** One of an enum's words, in lower case. */
    static <E extends Enum<E>> SettingType<E> word(Class<E> type) {
        E[] constants = type.getEnumConstants();
        String words = Stream.of(constants).map(SettingType::word).collect(Collectors.joining(" or "));
        return new SettingType<>(
                constants[0],
                value -> {
                    String text = plain(value, words);
                    return Stream.of(constants)
                            .filter(constant -> word(constant).equals(text))
                            .findFirst()
                            .orElseThrow(() -> new WrongTypeException(words));
                },
                SettingType::word);
    }

    static SettingType<Long> bytes() {
        String expected = "a size such as 8 MiB";
        return new SettingType<>(
                1L,
                value -> {
                    try {
                        return ByteSize.parse(plain(value, expected));
                    } catch (IllegalArgumentException e) {
                        throw new WrongTypeException(expected);
                    }
                },
                String::valueOf);
    }

    /** A number without a unit would be milliseconds, which users do not mean. */
    static SettingType<Duration> duration() {
        String expected = "a duration such as 5 minutes";
        return new SettingType<>(
                Duration.ofSeconds(1),
                value -> {
                    try {
                        if (!plain(value, expected).matches("[0-9.]*")) {
                            return value.atKey("value").getDuration("value");
                        }
                    } catch (ConfigException e) {
                        // Refused below, without the library's words.
                    }
                    throw new WrongTypeException(expected);
                },
                duration -> duration.toMillis() + " ms");
    }

    /** The same, or null for nothing. */
    SettingType<Optional<T>> orNull() {
        return new SettingType<>(
                Optional.of(placeholder),
                value ->
                        value.valueType() == ConfigValueType.NULL ? Optional.empty() : Optional.of(reader.apply(value)),
                value -> value.map(writer).orElse("null"));
    }

    static String quoted(List<?> items) {
        return items.stream()
                .map(item -> ConfigUtil.quoteString(item.toString()))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A value as it was written: a number of 64 bits must not pass through a double. */
    private static String plain(ConfigValue value, String expected) {
        return switch (value.valueType()) {
            case NUMBER, STRING, BOOLEAN -> value.atKey("value").getString("value");
            case LIST, OBJECT, NULL -> throw new WrongTypeException(expected);
        };
    }

    private static BigInteger whole(ConfigValue value) {
        String text = plain(value, "a whole number");
        if (!text.matches("[+-]?[0-9]{1,30}")) {
            throw new WrongTypeException("a whole number");
        }
        return new BigInteger(text);
    }

    private static double number(String text, String expected) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new WrongTypeException(expected);
        }
    }

    private static List<String> items(ConfigValue value, String expected) {
        return value instanceof ConfigList list
                ? list.stream().map(item -> plain(item, expected)).toList()
                : Arrays.stream(plain(value, expected).split(",", -1))
                        .map(String::strip)
                        .toList();
    }
}
