package io.cropmill.job;

import java.io.IOException;

/**
 * A rebuild by a driver in the cluster failed, and {@code nightly.json} says so. Nothing more is learnt if the cluster runs
 * the driver again, which it would do for ever where the failure lasts.
 */
public final class RecordedFailureException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Throwable failure;

    RecordedFailureException(Throwable failure) {
        super(failure.getMessage(), failure);
        this.failure = failure;
    }

    /** What happened. */
    public Throwable failure() {
        return failure;
    }
}
