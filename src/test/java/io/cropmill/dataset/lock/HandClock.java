package io.cropmill.dataset.lock;

import io.cropmill.dataset.lock.LockTaking.LockClock;
import java.time.Duration;

/** A clock that stands until somebody waits; what happens meanwhile is the test's to say. */
public final class HandClock implements LockClock {
    /** What others do while one waits. */
    interface Meanwhile {
        void run() throws Exception;
    }

    private Meanwhile meanwhile = () -> {};
    private Duration waited = Duration.ZERO;
    private int pauses;

    public HandClock() {}

    public HandClock(Meanwhile meanwhile) {
        this.meanwhile = meanwhile;
    }

    Duration waited() {
        return waited;
    }

    public int pauses() {
        return pauses;
    }

    @Override
    public long nanos() {
        return waited.toNanos();
    }

    @Override
    public void pause(Duration duration) {
        waited = waited.plus(duration);
        pauses++;
        try {
            meanwhile.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
