package io.cropmill.job;

import io.cropmill.config.Settings;
import java.net.URI;
import java.util.Set;

/**
 * A rebuild to run.
 *
 * @param source folder of recordings, absolute, without a trailing slash
 * @param target dataset, absolute, without a trailing slash
 * @param settings for all of it
 * @param options that are on
 */
public record RebuildRequest(URI source, URI target, Settings settings, Set<RebuildOption> options) {
    /** What may be different from an ordinary night. */
    public enum RebuildOption {
        /** Builds all recordings, not only those that changed. */
        FULL,
        /** Plans, and writes nothing. */
        DRY_RUN,
        /** Publishes without comparing old and new. */
        NO_VALIDATE,
        /** Tells the result in one line. */
        BRIEF
    }

    public RebuildRequest {
        options = Set.copyOf(options);
    }
}
