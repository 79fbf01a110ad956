package io.cropmill.job;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * An earlier version to make live.
 *
 * @param target dataset, absolute, without a trailing slash
 * @param version nothing for the one before
 * @param lockStaleAfter how long another's heartbeat must stand still
 */
public record RollbackRequest(URI target, Optional<String> version, Duration lockStaleAfter) {}
