package io.cropmill.inspect;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What was found in a recording or in a run of its rows: either a problem, or shape and counts.
 *
 * @param name of the recording
 * @param file that was read
 * @param values of points and padding, where a deep look was asked for
 */
public record Profile(
        String name,
        String file,
        @Nullable Shape shape,
        PointCounts counts,
        @Nullable PointValues values,
        @Nullable String problem)
        implements Serializable {
    static Profile unreadable(String name, String file, String problem) {
        return new Profile(name, file, null, new PointCounts(), null, problem);
    }
}
