package io.cropmill.crop;

import java.io.Serializable;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A point field as settings name it: {@code xy:2} or {@code height}.
 *
 * @param width values per point; empty where the source itself says it
 */
public record PointFieldName(String name, OptionalInt width) implements Serializable {
    private static final Pattern FORM = Pattern.compile("(.+?)(?::(\\d{1,9}))?");

    /** Reads {@code name} or {@code name:width}; an {@link IllegalArgumentException} says what is wrong. */
    public static PointFieldName parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "source.point-fields must hold names such as height or xy:2 but was '" + text + "'");
        }
        if (form.group(2) == null) {
            return new PointFieldName(text, OptionalInt.empty());
        }
        int width = Integer.parseInt(form.group(2));
        if (width == 0) {
            throw new IllegalArgumentException("source.point-fields must have positive widths but was '" + text + "'");
        }
        return new PointFieldName(form.group(1), OptionalInt.of(width));
    }
}
