package io.cropmill.inspect;

import io.cropmill.rebuild.SplitCounter.SplitCount;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What was found in a recording or in a run of its rows.
 *
 * @param name of the recording
 * @param file that was read
 * @param shape null for what cannot be read
 * @param values of the points that were looked at; null where none were
 * @param count of a source, as a rebuild counts it, with what the rebuild refuses; null for a pair
 * @param damage of a pair that cannot be read
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
