package io.cropmill.dataset;

/** Whoever may have to wait for a lock, for as long as {@code lock.stale-after}. */
@FunctionalInterface
public interface LockWaiter {
    /** Hears, before a wait begins, what is waited for and how long. */
    void waits(String sentence);

    /** True if the wait is to end without the lock; asked every few seconds. */
    default boolean givesUp() {
        return false;
    }
}
