package io.cropmill.dataset.lock;

import io.cropmill.dataset.lock.LockTaking.LockClock;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.storage.Closing;
import io.cropmill.storage.NoSpaceException;
import io.cropmill.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The right to change a dataset, held by one run at a time: the file {@code lock.N} with the highest N.
 *
 * <p>The holder's daemon thread counts a heartbeat up in its file. Who finds the lock held watches it, by a clock of its
 * own: if the file changes, the holder lives, and the watcher gives up with a {@link LockedException}; only if the
 * watcher itself has seen it stand still for {@code lock.stale-after} does it create {@code lock.N+1}. Clocks of two
 * machines are never compared.
 *
 * <p>{@link #requireHeld()} beats and then looks. A run that takes over has watched for the whole of the stale time since
 * that beat, so for that long after it returns no other run can hold the lock.
 *
 * <p>Between that look and what is done next the holder may be paused for longer than that. So what decides is not
 * written, but {@link #put}, and {@link #remove}d, through a folder of this holder alone, which a run that takes over takes
 * away before it looks at anything else.
 *
 * <p>{@link #close()} releases: the file stays with a mark, so that the number is never used again and the next run need
 * not wait. {@link #withdraw()} leaves no trace of a first run from which nothing came. Safe for threads.
 */
public final class DatasetLock implements Closeable {
    private static final Duration MOST_BETWEEN_BEATS = Duration.ofSeconds(10);
    private static final int BEATS_TO_STALE = 10;

    private final Storage storage;
    private final Locks locks;
    private final long number;
    private final int madeFolders;
    private final LockWaiter waiter;
    private final Fence fence;
    private LockNote note;
    private @Nullable Heartbeat heartbeat;
    private @Nullable LockLostException lost;
    private Runnable whenLost = () -> {};
    private boolean closed;

    private DatasetLock(Storage storage, long number, int madeFolders, LockNote note, LockWaiter waiter) {
        this.storage = storage;
        this.locks = new Locks(storage);
        this.number = number;
        this.madeFolders = madeFolders;
        this.note = note;
        this.waiter = waiter;
        this.fence = new Fence(storage, DatasetLayout.fence(number, note.run()));
    }

    /**
     * Takes the lock: at once if it is free, after watching it if it is held.
     *
     * @param target rooted at the dataset's folder; stays the caller's, to be closed after the lock
     * @param doing the command, for messages: {@code rebuild}
     * @param staleAfter how long a heartbeat must stand still
     * @throws LockedException if somebody else holds it and lives
     */
    public static DatasetLock acquire(Storage target, String doing, Duration staleAfter, LockWaiter waiter)
            throws IOException {
        DatasetLock lock = take(target, doing, Owner.here(), staleAfter, LockClock.SYSTEM, waiter);
        lock.startHeartbeat();
        return lock;
    }

    /** Without a thread: the heartbeat stands still unless {@link #beat} is called. */
    public static DatasetLock take(
            Storage target, String doing, Owner owner, Duration staleAfter, LockClock clock, LockWaiter waiter)
            throws IOException {
        LockNote note = LockNote.begin(doing, owner, between(staleAfter).toMillis());
        int missing = target.missingFolders();
        long number = new LockTaking(target, note, staleAfter, clock, waiter).take();
        DatasetLock lock = new DatasetLock(target, number, missing, note, waiter);
        try {
            lock.fenceOthersOff();
            lock.locks.deleteBelow(number);
        } catch (IOException e) {
            Closing.after(e, lock);
            throw e;
        }
        return lock;
    }

    /** Makes this holder's folder, and takes away those of all others: from then on what is read here stays true. */
    private void fenceOthersOff() throws IOException {
        fence.make();
        // A run that took over before the folder was there found none to take away.
        requireHighest();
        for (List<String> others = otherFences(); !others.isEmpty(); others = otherFences()) {
            // A run that was paused here sees the folder of the one that took over.
            requireHighest();
            for (String other : others) {
                Fence.delete(storage, other);
            }
        }
    }

    private List<String> otherFences() throws IOException {
        return storage.names("").stream()
                .filter(DatasetLayout::isFence)
                .filter(name -> !name.equals(fence.folder()))
                .toList();
    }

    private static Duration between(Duration staleAfter) {
        Duration part = staleAfter.dividedBy(BEATS_TO_STALE);
        return part.compareTo(MOST_BETWEEN_BEATS) < 0 ? part : MOST_BETWEEN_BEATS;
    }

    private synchronized void startHeartbeat() {
        Duration every = Duration.ofMillis(Math.max(1, note.beatMillis()));
        heartbeat = Heartbeat.start("cropmill " + name(), every, this::beatOrLose);
    }

    /** The file, {@code lock.000003}. */
    public String name() {
        return DatasetLayout.lock(number);
    }

    /** Who holds it. */
    public synchronized LockNote note() {
        return note;
    }

    /**
     * Runs this once, in the heartbeat's thread, when the lock turns out to be lost: what is being done is in vain. At
     * once, if it is lost already.
     */
    public void whenLost(Runnable action) {
        synchronized (this) {
            if (lost == null) {
                whenLost = action;
                return;
            }
        }
        action.run();
    }

    /**
     * Returns if this run still holds the lock, and then holds it for {@code lock.stale-after} at least.
     *
     * @throws LockLostException if it does not
     * @throws InterruptedIOException if the run is to end
     */
    public void requireHeld() throws IOException {
        if (waiter.givesUp()) {
            throw new InterruptedIOException("Cannot go on with " + note().doing()
                    + ": stopped by a signal; nothing more is published, run it again");
        }
        beat();
        requireHighest();
    }

    /** Whether this run holds it still, by a look that writes nothing, as where there is no room for a heartbeat. */
    public synchronized boolean isHeld() throws IOException {
        try {
            requireHighest();
            return !closed;
        } catch (LockLostException e) {
            return false;
        }
    }

    /** A step through the folder of this holder. */
    private interface FencedStep<T> {
        T run() throws IOException;
    }

    /**
     * Atomically gives a path a content, or fails and changes nothing once another holds the lock.
     *
     * @param path whose folder is there; it is not made
     */
    public void put(String path, byte[] content) throws IOException {
        fenced(() -> {
            fence.put(path, content);
            return path;
        });
    }

    /** Atomically takes a file away, or fails and changes nothing once another holds the lock; false where there is none. */
    public boolean remove(String path) throws IOException {
        return fenced(() -> fence.remove(path));
    }

    /** Writes a file that lies in the folder of this holder, and goes with it; returns its path. */
    public String keep(String name, byte[] content) throws IOException {
        return fenced(() -> fence.keep(name, content));
    }

    private <T> T fenced(FencedStep<T> step) throws IOException {
        try {
            return step.run();
        } catch (IOException e) {
            requireHeldAfter(e);
            throw e;
        }
    }

    /**
     * After a failure of whatever was done under the lock.
     *
     * @throws LockLostException if the lock is lost, which is the reason then
     */
    public void requireHeldAfter(Exception failure) throws LockLostException {
        if (failure instanceof LockLostException) {
            return;
        }
        try {
            requireHighest();
        } catch (LockLostException e) {
            e.addSuppressed(failure);
            throw e;
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Moves the heartbeat on. */
    public synchronized void beat() throws IOException {
        if (closed) {
            throw new IllegalStateException(name() + " was released");
        }
        requireHighest();
        LockNote next = note.next();
        put(name(), next.content());
        note = next;
    }

    private synchronized void requireHighest() throws IOException {
        if (lost != null) {
            throw new LockLostException(String.valueOf(lost.getMessage()));
        }
        Optional<Locks.ObservedLock> highest = locks.highest();
        boolean ours = highest.isPresent()
                && highest.get().number() == number
                && highest.get()
                        .note()
                        .filter(found -> found.run().equals(note.run()))
                        .isPresent();
        if (!ours) {
            String now = highest.map(seen -> seen.name() + " is held by " + seen.holder())
                    .orElse("it was deleted");
            lost = new LockLostException("Cannot go on with " + note.doing() + ": " + name() + " was lost, " + now
                    + "; nothing more is published, run it again");
            throw lost;
        }
    }

    /** One beat of the thread; false if the lock is lost or released, and no other reason ends it. */
    public boolean beatOrLose() {
        Runnable action;
        synchronized (this) {
            if (closed) {
                return false;
            }
            try {
                beat();
                return true;
            } catch (LockLostException e) {
                action = whenLost;
            } catch (IOException | RuntimeException | Error e) {
                // Clients of file systems throw anything. The next beat may succeed; requireHeld tells if none does.
                return true;
            }
        }
        action.run();
        return false;
    }

    /** Releases the lock and ends its thread; a lost one is left to its holder. */
    @Override
    public void close() throws IOException {
        end(this::release);
    }

    /**
     * As {@link #close()}, and where nothing came of a first run its folder is as it was before: if this is the first
     * lock and lies there alone, it goes, and so do the folders that were made for it. No run was ever before this one
     * and none has taken over from it, so that no sleeping run can take another's lock of the same number for its own.
     */
    public void withdraw() throws IOException {
        if (end(() -> number == Locks.FIRST && isAlone() ? fence.remove(name()) : release())) {
            storage.deleteEmptyFolders(madeFolders);
        }
    }

    /** False: the file stays. */
    private boolean release() throws IOException {
        byte[] released = note.asReleased().content();
        try {
            fence.put(name(), released);
        } catch (NoSpaceException e) {
            // What this holder kept in its folder is of no use any more, and its room is enough for the note.
            fence.empty();
            fence.put(name(), released);
        }
        return false;
    }

    /** Ends the thread, takes a last step if the lock is still ours, and takes our folder away; what the step gave. */
    private boolean end(FencedStep<Boolean> last) throws IOException {
        if (!ended()) {
            return false;
        }
        boolean result = false;
        try {
            requireHighest();
            result = fenced(last);
        } catch (LockLostException e) {
            // Nothing is left to do.
            result = false;
        } catch (IOException e) {
            Closing.after(e, fence::delete);
            throw e;
        }
        fence.delete();
        return result;
    }

    private boolean isAlone() throws IOException {
        return storage.names("").stream()
                .filter(DatasetLayout::isOwn)
                .allMatch(name -> name.equals(name()) || name.equals(fence.folder()));
    }

    /** Ends the thread; true, once. */
    private boolean ended() {
        Heartbeat beating;
        synchronized (this) {
            if (closed) {
                return false;
            }
            closed = true;
            beating = heartbeat;
        }
        if (beating != null) {
            beating.close();
        }
        return true;
    }
}
