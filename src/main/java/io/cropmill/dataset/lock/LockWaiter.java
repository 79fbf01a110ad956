package io.cropmill.dataset.lock;

/** Takes a lock, and may have to wait for it for as long as {@code lock.stale-after}. */
@FunctionalInterface
public interface LockWaiter {
    /** Is called before a wait begins, with what is waited for and how long. */
    void waits(String sentence);

    /**
     * True once the run is to end: asked every few seconds of a wait, which ends without the lock, and by
     * {@link DatasetLock#requireHeld()}, which lets nothing more happen under it.
     */
    default boolean givesUp() {
        return false;
    }
}
