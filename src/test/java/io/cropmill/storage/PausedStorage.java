package io.cropmill.storage;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** A storage whose user is paused once, just before or just after one of its changes, while others are at work. */
public final class PausedStorage extends SteppedStorage {
    /** When the user is paused. */
    public enum Moment {
        BEFORE,
        AFTER
    }

    private final Moment moment;
    private final long at;
    private final Step meanwhile;
    private final AtomicLong changes = new AtomicLong();
    private volatile String pausedAt = "";

    /** Pauses at change {@code at}, counted from 1. */
    public PausedStorage(Storage storage, Moment moment, long at, Step meanwhile) {
        super(storage);
        this.moment = moment;
        this.at = at;
        this.meanwhile = meanwhile;
    }

    /** The change at which it was paused, in words. */
    public String pausedAt() {
        return moment + " change " + at + " of " + pausedAt;
    }

    @Override
    protected void change(Kind kind, String path, Step step) throws IOException {
        boolean pauses = changes.incrementAndGet() == at;
        if (pauses && moment == Moment.BEFORE) {
            pausedAt = path;
            meanwhile.run();
        }
        step.run();
        if (pauses && moment == Moment.AFTER) {
            pausedAt = path;
            meanwhile.run();
        }
    }
}
