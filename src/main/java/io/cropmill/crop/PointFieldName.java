package io.cropmill.crop;

import io.cropmill.npy.RecordType;
import io.cropmill.npy.SubArrayType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A point field as settings name it: {@code xy:2} or {@code height}.
 *
 * @param name name, not empty
 * @param width values a point; 0 where the user did not say
 */
public record PointFieldName(String name, int width) implements Serializable {
    public PointFieldName {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a point field must have a name");
        }
        if (width < 0) {
            throw new IllegalArgumentException(
                    "the width of point field " + name + " must be at least 1 but was " + width);
        }
    }

    /** Reads {@code name} or {@code name:width}; a name may itself hold colons where a width follows. */
    public static PointFieldName parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            return new PointFieldName(text, 0);
        }
        String width = text.substring(colon + 1);
        if (!width.matches("-?[0-9]{1,9}")) {
            throw new IllegalArgumentException(
                    "a point field must be \"name\" or \"name:width\" but was \"" + text + "\"");
        }
        PointFieldName named = new PointFieldName(text.substring(0, colon), Integer.parseInt(width));
        if (!named.saysWidth()) {
            throw new IllegalArgumentException(
                    "the width of point field " + named.name + " must be at least 1 but was 0");
        }
        return named;
    }

    /** The fields of a record, with their widths. */
    public static List<PointFieldName> of(RecordType record) {
        List<PointFieldName> names = new ArrayList<>();
        for (RecordType.Field field : record.fields()) {
            long width = field.type() instanceof SubArrayType array ? array.elementCount() : 1;
            names.add(new PointFieldName(field.name(), Math.toIntExact(width)));
        }
        return names;
    }

    /** True if the user said how many values a point has; if not, the source's own number counts. */
    public boolean saysWidth() {
        return width > 0;
    }

    /** The form that {@link #parse} reads. */
    @Override
    public String toString() {
        return saysWidth() ? name + ":" + width : name;
    }
}
