package io.cropmill.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigValue;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads HOCON values as types; empty where a value is of another type. */
final class HoconTypes {
    private HoconTypes() {}

    /** A value as it was written: a number of 64 bits must not pass through a double. */
    static Optional<String> text(ConfigValue value) {
        return switch (value.valueType()) {
            case NUMBER, STRING, BOOLEAN -> Optional.of(value.atKey("value").getString("value"));
            case LIST, OBJECT, NULL -> Optional.empty();
        };
    }

    static Optional<BigInteger> integer(ConfigValue value) {
        return text(value).filter(text -> text.matches("[+-]?[0-9]{1,30}")).map(BigInteger::new);
    }

    static Optional<Double> number(ConfigValue value) {
        return text(value).flatMap(HoconTypes::number);
    }

    private static Optional<Double> number(String text) {
        try {
            return Optional.of(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A list of text; text alone is split at its commas. */
    static Optional<List<String>> texts(ConfigValue value) {
        if (value instanceof ConfigList list) {
            List<String> texts = list.stream()
                    .map(HoconTypes::text)
                    .flatMap(Optional::stream)
                    .toList();
            return texts.size() == list.size() ? Optional.of(texts) : Optional.empty();
        }
        return text(value)
                .map(text ->
                        Arrays.stream(text.split(",", -1)).map(String::strip).toList());
    }

    /** Two numbers. */
    static Optional<double[]> pair(ConfigValue value) {
        List<Double> numbers = texts(value).stream()
                .flatMap(List::stream)
                .flatMap(text -> number(text).stream())
                .toList();
        long items = texts(value).map(List::size).orElse(0);
        return numbers.size() == 2 && items == 2
                ? Optional.of(new double[] {numbers.get(0), numbers.get(1)})
                : Optional.empty();
    }

    static <E extends Enum<E>> Optional<E> word(ConfigValue value, Class<E> type) {
        return text(value)
                .flatMap(text -> Stream.of(type.getEnumConstants())
                        .filter(constant -> SettingsText.word(constant).equals(text))
                        .findFirst());
    }

    static Optional<Long> bytes(ConfigValue value) {
        try {
            return text(value).map(ByteSize::parse);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** A number without a unit would be milliseconds, which nobody means. */
    static Optional<Duration> duration(ConfigValue value) {
        try {
            return text(value)
                    .filter(text -> !text.matches("[0-9.]*"))
                    .map(text -> value.atKey("value").getDuration("value"));
        } catch (ConfigException e) {
            return Optional.empty();
        }
    }
}
