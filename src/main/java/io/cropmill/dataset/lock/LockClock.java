package io.cropmill.dataset.lock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How long something lasts, as this machine alone sees it; never a time of day. */
public interface LockClock {
    /** The machine's own monotonic clock and real waiting. */
    LockClock SYSTEM = new LockClock() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void pause(Duration duration) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        }
    };

    /** Grows with time from an unknown start. */
    long nanos();

    /** Waits. */
    void pause(Duration duration) throws InterruptedException;
}
