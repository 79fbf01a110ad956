package io.cropmill.dataset;

import io.cropmill.crop.LeftOutField;
import io.cropmill.dataset.manifest.Checks;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a recording's source holds and its pair does not: it is gone for good once the source is. Padding of zeros, NaN
 * and copies of real points is not part of it, nor is the order of a number's bytes.
 *
 * @param points that the cap cut
 * @param sourcePoints all points of the source
 * @param slots behind the real points of rows that hold other values: points, perhaps, that a count leaves out
 * @param fields that were left out
 */
public record Loss(long points, long sourcePoints, long slots, List<LeftOutField> fields) implements Serializable {
    public Loss {
        Checks.notNegative("points", points);
        Checks.notNegative("slots", slots);
        Checks.that(
                points <= sourcePoints,
                "points must be at most source_points (" + sourcePoints + ") but was " + points);
        fields = new ArrayList<>(fields);
    }

    /** The loss of crops that had so many points, and of which so many were kept. */
    public static Loss of(long sourcePoints, long keptPoints, List<LeftOutField> fields) {
        return new Loss(Math.subtractExact(sourcePoints, keptPoints), sourcePoints, 0, fields);
    }

    /** The same with fields that were left out. */
    public Loss withFields(List<LeftOutField> leftOut) {
        return new Loss(points, sourcePoints, slots, leftOut);
    }

    /** The same with slots that hold values of their own. */
    public Loss withSlots(long odd) {
        return new Loss(points, sourcePoints, odd, fields);
    }

    /** True if the pair holds all that the source does. */
    public boolean isNone() {
        return points == 0 && slots == 0 && fields.isEmpty();
    }

    /** What any reader of the source finds: without slots, and without types, for which each has words of its own. */
    public Loss comparable() {
        List<LeftOutField> names =
                fields.stream().map(field -> new LeftOutField(field.name(), "")).toList();
        return new Loss(points, sourcePoints, 0, names);
    }

    /** {@code 231,367 of 323,706 points, which the cap cut; the field scene (text), which the settings leave out}. */
    public String words() {
        List<String> words = new ArrayList<>();
        if (points > 0) {
            words.add(String.format(Locale.ROOT, "%,d of %,d points, which the cap cut", points, sourcePoints));
        }
        if (slots > 0) {
            words.add(String.format(
                    Locale.ROOT,
                    slots == 1
                            ? "%,d slot of padding with values of its own, which no count takes for a point"
                            : "%,d slots of padding with values of their own, which no count takes for points",
                    slots));
        }
        if (!fields.isEmpty()) {
            words.add((fields.size() == 1 ? "the field " : "the fields ")
                    + fields.stream().map(LeftOutField::toString).collect(Collectors.joining(", "))
                    + ", which the settings leave out");
        }
        return words.isEmpty() ? "nothing" : String.join("; ", words);
    }
}
