package io.cropmill.raster;

import java.io.Serializable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One number of a point: {@code height}, or {@code xy.1} for the second of several. The first of several is printed
 * without its index, since {@code xy} and {@code xy.0} are the same number.
 *
 * @param field name of the point field; may itself hold dots only where no index follows
 * @param index into the field's values of one point, flattened in C order
 */
public record Component(String field, int index) implements Serializable {
    private static final Pattern INDEXED = Pattern.compile("(.+)\\.(0|[1-9][0-9]{0,8})", Pattern.DOTALL);

    public Component {
        if (field.isBlank() || field.endsWith(".") || !field.equals(field.strip()) || field.matches("(?s).*[()].*")) {
            throw new IllegalArgumentException(
                    "Expected a component such as height or xy.0, but found \"" + field + "\"");
        }
        if (index < 0) {
            throw new IllegalArgumentException("Expected an index of 0 or more into " + field + ", but found " + index);
        }
    }

    /** Reads {@code height} or {@code xy.0}; an {@link IllegalArgumentException} shows what is expected. */
    public static Component parse(String text) {
        Matcher indexed = INDEXED.matcher(text);
        return indexed.matches()
                ? new Component(indexed.group(1), Integer.parseInt(indexed.group(2)))
                : new Component(text, 0);
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        boolean bare = index == 0 && !INDEXED.matcher(field).matches();
        return bare ? field : field + "." + index;
    }
}
