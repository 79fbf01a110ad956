package io.cropmill.inspect;

import io.cropmill.rebuild.build.SplitCounter.SplitCount;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What was found in a recording or in a run of its rows.
 *
 * @param name name of the recording
 * @param file file that was read
 * @param shape form of the crops; null if the recording cannot be read
 * @param values values of the points that were read; null if none were
 * @param count count of a source, as a rebuild counts it, with what the rebuild refuses; null for a pair
 * @param damage message about a pair that cannot be read
 */
public record Profile(
        String name,
        String file,
        @Nullable RecordingShape shape,
        PointTally counts,
        @Nullable PointValues values,
        @Nullable SplitCount count,
        @Nullable String damage)
        implements Serializable {
    static Profile unreadable(String name, String file, String damage) {
        return new Profile(name, file, null, new PointTally(), null, null, damage);
    }

    /** What is wrong with what cannot be read; null for what can. */
    @Nullable
    String problem() {
        if (shape != null) {
            return null;
        }
        return count != null && count.problem() != null ? count.problem().message() : damage;
    }

    /** The same, whose values another one has taken up. */
    Profile withoutValues() {
        return new Profile(name, file, shape, counts, null, count, damage);
    }
}
