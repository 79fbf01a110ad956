/**
 * Which versions and leftovers of a dataset may go.
 *
 * <p>In comes an {@link io.cropmill.dataset.expire.ExpiryRule}; out goes an
 * {@link io.cropmill.dataset.expire.ExpiryPlan}, which {@link io.cropmill.dataset.expire.Expiry} carries out under the lock. Refused
 * is the removal of what is live, pinned, used by a kept version, or of no dataset.
 */
@NullMarked
package io.cropmill.dataset.expire;

import org.jspecify.annotations.NullMarked;
