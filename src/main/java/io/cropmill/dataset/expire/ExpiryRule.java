package io.cropmill.dataset.expire;

import io.cropmill.dataset.manifest.Checks;
import java.time.Duration;

/**
 * What removal leaves alone, beside what is live, pinned or used.
 *
 * @param keep the newest published versions, the live one among them
 * @param minAge nothing that was finished, or left behind, less long ago is removed
 */
public record ExpiryRule(int keep, Duration minAge) {
    public ExpiryRule {
        Checks.that(keep >= 1, "keep must be at least 1 but was " + keep);
        Checks.that(!minAge.isNegative(), "min-age must not be negative but was " + minAge);
    }
}
