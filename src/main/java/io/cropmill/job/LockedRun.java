package io.cropmill.job;

import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.spark.CleanStop;
import io.cropmill.spark.SharedFolderCheck;
import io.cropmill.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A run that holds the lock of a dataset. Its tasks are cancelled when the lock is lost or the JVM is told to end. Closing
 * it releases the lock, and removes all traces of a first run from which nothing came. For one thread.
 */
final class LockedRun implements Closeable {
    private final CleanStop stop;
    private final DatasetLock lock;
    private SharedFolderCheck shared = SharedFolderCheck.CLEAR;

    private LockedRun(CleanStop stop, DatasetLock lock) {
        this.stop = stop;
        this.lock = lock;
    }

    /**
     * Takes the lock.
     *
     * @param stop that watches over the run from now on, and is closed with it
     * @param target of the dataset; stays the caller's
     * @param doing the command, for messages: {@code rebuild}
     * @param staleAfter how long another's heartbeat must stand still
     * @param say shows a sentence while the run waits
     * @throws io.cropmill.dataset.lock.LockedException if somebody else holds it and lives
     */
    static LockedRun begin(CleanStop stop, Storage target, String doing, Duration staleAfter, Consumer<String> say)
            throws IOException {
        try {
            DatasetLock lock = stop.over(() -> DatasetLock.acquire(target, doing, staleAfter, stop.waiter(say)));
            lock.whenLost(stop::cancel);
            return new LockedRun(stop, lock);
        } catch (IOException | RuntimeException e) {
            stop.close();
            throw e;
        }
    }

    DatasetLock lock() {
        return lock;
    }

    /** Runs the work; after a stop or a lost lock, that is the reason given for any failure. */
    <T> T over(CleanStop.StoppableWork<T> work) throws IOException {
        try {
            return stop.over(work);
        } catch (IOException | RuntimeException e) {
            stop.require();
            lock.requireHeldAfter(e);
            throw e;
        }
    }

    /** Begins nothing more in a JVM that was told to end, nor once another run may be at work. */
    void requireGoOn() throws IOException {
        stop.require();
        lock.requireHeld();
    }

    /**
     * What executors must see before they work for this run.
     *
     * @param probes source files, of which one must be there
     */
    SharedFolderCheck share(Storage source, Storage target, List<String> probes) throws IOException {
        shared = SharedFolderCheck.open(source, target, lock, probes);
        return shared;
    }

    @Override
    public void close() throws IOException {
        try (stop;
                lock;
                Closeable end = lock::withdraw) {
            shared.close();
        }
    }
}
