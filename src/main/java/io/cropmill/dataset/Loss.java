package io.cropmill.dataset;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a recording's source holds and its pair does not: it is gone for good once the source is. Padding is not part of
 * it, whatever it holds, nor is the order of a number's bytes.
 *
 * @param points that the cap cut
 * @param sourcePoints all points of the source
 * @param fields that were left out, each with its type: {@code comment (text)}
 */
public record Loss(long points, long sourcePoints, List<String> fields) implements Serializable {
    public Loss {
        Checks.notNegative("points", points);
        Checks.that(
                points <= sourcePoints,
                "points must be at most source_points (" + sourcePoints + ") but was " + points);
        fields = new ArrayList<>(fields);
    }

    /** The loss of crops that had so many points, and of which so many were kept. */
    public static Loss of(long sourcePoints, long keptPoints, List<String> fields) {
        return new Loss(Math.subtractExact(sourcePoints, keptPoints), sourcePoints, fields);
    }

    /** True if the pair holds all that the source does. */
    public boolean isNone() {
        return points == 0 && fields.isEmpty();
    }

    /** {@code 231,367 of 323,706 points, which the cap cut; the field scene (text), which the settings leave out}. */
    public String words() {
        List<String> words = new ArrayList<>();
        if (points > 0) {
            words.add(String.format(Locale.ROOT, "%,d of %,d points, which the cap cut", points, sourcePoints));
        }
        if (!fields.isEmpty()) {
            words.add((fields.size() == 1 ? "the field " : "the fields ") + String.join(", ", fields)
                    + ", which the settings leave out");
        }
        return words.isEmpty() ? "nothing" : String.join("; ", words);
    }
}
