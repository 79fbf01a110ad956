package io.cropmill.config;

import java.io.Serializable;

/**
 * A point field as the user names it: {@code xy:2}, {@code height}.
 *
 * @param name not empty
 * @param width values a point, at least 1
 */
public record PointField(String name, int width) implements Serializable {
    public PointField {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a point field must have a name");
        }
        if (width < 1) {
            throw new IllegalArgumentException(
                    "the width of point field " + name + " must be at least 1 but was " + width);
        }
    }

    /** Reads {@code name} or {@code name:width}; a name may itself hold colons where a width follows. */
    static PointField parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            return new PointField(text, 1);
        }
        String width = text.substring(colon + 1);
        if (!width.matches("-?[0-9]{1,9}")) {
            throw new IllegalArgumentException(
                    "a point field must be \"name\" or \"name:width\" but was \"" + text + "\"");
        }
        return new PointField(text.substring(0, colon), Integer.parseInt(width));
    }

    /** The form that {@link #parse} reads. */
    String text() {
        return width == 1 && name.indexOf(':') < 0 ? name : name + ":" + width;
    }
}
