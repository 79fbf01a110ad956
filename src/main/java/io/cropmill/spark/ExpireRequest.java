package io.cropmill.spark;

import io.cropmill.dataset.ExpiryRule;
import java.net.URI;
import java.time.Duration;

/**
 * Old versions to remove.
 *
 * @param target dataset, absolute, without a trailing slash
 * @param rule what stays
 * @param lockStaleAfter how long another's heartbeat must stand still
 */
public record ExpireRequest(URI target, ExpiryRule rule, Duration lockStaleAfter, Mode mode) {
    /** Whether anything is removed. */
    public enum Mode {
        REMOVE,
        /** Tells what would be removed. */
        DRY_RUN
    }
}
