package io.cropmill.frame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The shape of a crop field that a user names, {@code center:3} or {@code pose:4x4}: lists do not say it themselves.
 *
 * @param shape shape of a row's value
 */
record FieldShape(String name, List<Long> shape) {
    FieldShape {
        shape = List.copyOf(shape);
    }

    /** Reads {@code center:3, pose:4x4}; a name may itself hold colons. */
    static List<FieldShape> parse(String text) {
        List<FieldShape> shapes = new ArrayList<>();
        for (String field : text.split(",", -1)) {
            if (!field.isBlank()) {
                shapes.add(one(field.strip()));
            }
        }
        return shapes;
    }

    private static FieldShape one(String text) {
        int colon = text.lastIndexOf(':');
        String shape = text.substring(colon + 1);
        if (colon < 1 || !shape.matches("[1-9][0-9]{0,8}(x[1-9][0-9]{0,8})*")) {
            throw new IllegalArgumentException(
                    "Option cropFields must name fields with their shape, as in \"center:3, pose:4x4\", but was \""
                            + text + "\"");
        }
        return new FieldShape(
                text.substring(0, colon),
                Arrays.stream(shape.split("x")).map(Long::valueOf).toList());
    }
}
