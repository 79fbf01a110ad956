package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.validate.UserGrids;
import java.net.URI;
import java.util.Optional;

/**
 * A validation to run.
 *
 * @param source folder of recordings, absolute, without a trailing slash
 * @param target dataset, or a bare folder of pairs, absolute, without a trailing slash
 * @param settings how to read the source and how closely to look; for a bare folder also what the pairs should be, which
 *     a version's manifest says itself
 * @param version to look at; empty for the live one, or where there is none
 * @param against the user's own grids in place of the source's
 * @param report folder to write the report to
 */
public record ValidateRequest(
        URI source,
        URI target,
        Settings settings,
        Optional<String> version,
        Optional<UserGrids> against,
        Optional<URI> report) {}
