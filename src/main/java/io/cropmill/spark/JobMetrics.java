package io.cropmill.spark;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the rebuild that runs in this driver, or ran last, as {@link MetricsPlugin} shows them. One a JVM, since
 * Spark's metrics are one a JVM. Safe for threads.
 */
public final class JobMetrics {
    /** What the plugin reads. */
    public static final JobMetrics OF_DRIVER = new JobMetrics();

    private final AtomicReference<@Nullable Meters> built = new AtomicReference<>();
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong unchanged = new AtomicLong();

    /** Starts anew. */
    public void reset() {
        built.set(null);
        skipped.set(0);
        unchanged.set(0);
    }

    /** From now on these count what is built. */
    void measure(Meters meters) {
        built.set(meters);
    }

    /** Sets the figures of the end. */
    public void report(long skippedRecordings, long unchangedRecordings) {
        skipped.set(skippedRecordings);
        unchanged.set(unchangedRecordings);
    }

    /** Recordings that were built. */
    long recordings() {
        Meters meters = built.get();
        return meters == null ? 0 : meters.recordings().value();
    }

    /** Crops that were built. */
    long crops() {
        Meters meters = built.get();
        return meters == null ? 0 : meters.crops().value();
    }

    /** Source bytes that were read to build. */
    long bytes() {
        Meters meters = built.get();
        return meters == null ? 0 : meters.bytes().value();
    }

    /** Bad recordings. */
    long skipped() {
        return skipped.get();
    }

    /** Recordings that were taken over. */
    long unchanged() {
        return unchanged.get();
    }
}
