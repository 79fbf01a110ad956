package io.cropmill.job;

import io.cropmill.config.Settings;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A look at sources or datasets that jobs of one machine read at once.
 *
 * @param looks at least one
 * @param settings fields, cap and rasters of the sources
 * @param ram memory of the machine in bytes; nothing for that of the driver's
 * @param jobBytes memory that each job itself takes
 * @param options that are on
 */
public record InspectRequest(
        List<InspectedSource> looks, Settings settings, OptionalLong ram, long jobBytes, Set<InspectOption> options) {
    public InspectRequest {
        looks = List.copyOf(looks);
        if (looks.isEmpty()) {
            throw new IllegalArgumentException("a look must have a subject");
        }
        options = Set.copyOf(options);
    }

    /**
     * One of them.
     *
     * @param jobs training jobs that read it at once, at least 1
     */
    public record InspectedSource(InspectionSubject subject, int jobs) {
        public InspectedSource {
            if (jobs < 1) {
                throw new IllegalArgumentException("--jobs must be at least 1 but was " + jobs);
            }
        }
    }

    /** What to look at. */
    public sealed interface InspectionSubject {}

    /** A folder of padded recordings, absolute, without a trailing slash. */
    public record SourceFolder(URI location) implements InspectionSubject {}

    /**
     * A dataset, absolute, without a trailing slash.
     *
     * @param version such as v000007; nothing for the live one
     */
    public record Target(URI location, Optional<String> version) implements InspectionSubject {}

    /** What may be asked for besides. */
    public enum InspectOption {
        /** Reads points, too. */
        DEEP,
        /** Answers a program. */
        JSON
    }
}
