package io.cropmill.spark;

import io.cropmill.config.Settings;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A look at a source or a dataset.
 *
 * @param settings fields, cap and rasters of a source
 * @param ram memory of the machine in bytes; nothing for that of the driver's
 * @param jobs training jobs that are to run at once, at least 1
 * @param jobBytes memory that each of them itself takes
 * @param options that are on
 */
public record InspectRequest(
        Subject subject, Settings settings, OptionalLong ram, int jobs, long jobBytes, Set<Option> options) {
    public InspectRequest {
        if (jobs < 1) {
            throw new IllegalArgumentException("--jobs must be at least 1 but was " + jobs);
        }
        options = Set.copyOf(options);
    }

    /** What to look at. */
    public sealed interface Subject {}

    /** A folder of padded recordings, absolute, without a trailing slash. */
    public record Source(URI location) implements Subject {}

    /**
     * A dataset, absolute, without a trailing slash.
     *
     * @param version such as v000007; nothing for the live one
     */
    public record Target(URI location, Optional<String> version) implements Subject {}

    /** What may be asked for besides. */
    public enum Option {
        /** Reads points, too. */
        DEEP,
        /** Answers a program. */
        JSON
    }
}
