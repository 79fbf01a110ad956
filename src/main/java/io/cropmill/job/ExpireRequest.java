package io.cropmill.job;

import io.cropmill.dataset.expire.ExpiryRule;
import java.net.URI;
import java.time.Duration;

/**
 * Old versions to remove.
 *
 * @param target dataset, absolute, without a trailing slash
 * @param rule what stays
 * @param lockStaleAfter how long another's heartbeat must stand still
 */
public record ExpireRequest(URI target, ExpiryRule rule, Duration lockStaleAfter, ExpireMode mode) {
    /** Whether anything is removed. */
    public enum ExpireMode {
        REMOVE,
        /** Tells what would be removed. */
        DRY_RUN
    }
}
