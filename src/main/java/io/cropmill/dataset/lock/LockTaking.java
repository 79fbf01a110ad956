package io.cropmill.dataset.lock;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.storage.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How one run takes a dataset's lock. A number is used once: a released lock stays, marked, until the next one lies
 * above it, so that a sleeper that wakes up can neither find its number in use nor be in another's way.
 */
final class LockTaking {
    /** Looks while one watches another's heartbeat, at least. */
    private static final int LOOKS = 20;

    private static final Duration MOST_BETWEEN_LOOKS = Duration.ofSeconds(2);

    /** A holder that misses as many beats as that may have died, whatever the taker's own setting says. */
    private static final int MISSED_BEATS = 4;

    /** Others take away the folders that they made while the first lock is made in them; not that many in a row. */
    private static final int MOST_FOLDERS_LOST = 10;

    private final Locks locks;
    private final LockNote note;
    private final Duration staleAfter;
    private final LockClock clock;
    private final LockWaiter waiter;
    private int foldersLost;

    LockTaking(Storage storage, LockNote note, Duration staleAfter, LockClock clock, LockWaiter waiter) {
        this.locks = new Locks(storage);
        this.note = note;
        this.staleAfter = staleAfter;
        this.clock = clock;
        this.waiter = waiter;
    }

    /** The number that is ours now. */
    long take() throws IOException {
        Optional<Locks.ObservedLock> before = locks.highest();
        while (true) {
            // Before anybody waits for it.
            long number = before.isPresent() ? before.get().next() : Locks.FIRST;
            if (before.isPresent() && !before.get().released()) {
                before = standingStill(before.get());
                number = before.isPresent() ? before.get().next() : Locks.FIRST;
            }
            if (create(number)) {
                if (before.isEmpty() || locks.stands(before.get())) {
                    return number;
                }
                // The one that was looked at was withdrawn, and another of its number, who may live, has come.
                locks.storage().delete(DatasetLayout.lock(number));
                before = locks.highest();
            } else {
                before = highestAfter(number);
            }
            if (before.isPresent() && !before.get().released()) {
                // It was not there a moment ago: its maker lives.
                throw held(before.get());
            }
        }
    }

    /** The lock that counts, where one of that number was a moment ago; only the first may have been withdrawn. */
    private Optional<Locks.ObservedLock> highestAfter(long number) throws IOException {
        Optional<Locks.ObservedLock> now = locks.highest();
        if (now.isEmpty() && number != Locks.FIRST) {
            throw deleted(number);
        }
        return now;
    }

    /**
     * Creates a lock; false if it is not the one that counts, or has to be made anew. Between the look that gave the
     * number and the creation others may have come, gone, and removed the number: hence the second look.
     */
    private boolean create(long number) throws IOException {
        String name = DatasetLayout.lock(number);
        boolean created;
        try {
            created = locks.storage().createExclusive(name, note.content());
        } catch (IOException e) {
            Optional<Locks.ObservedLock> now = locks.highest();
            if (now.isEmpty() && number == Locks.FIRST && lostFolders(e)) {
                return false;
            }
            if (now.isEmpty() || now.get().number() < number) {
                throw e;
            }
            // The answer was lost, or somebody who holds the lock cleaned up what we had begun.
            created = isOurs(now.get()) && now.get().number() == number;
        }
        if (!created) {
            return false;
        }
        Locks.ObservedLock now = locks.highest().orElseThrow(() -> deleted(number));
        if (now.number() != number) {
            locks.storage().delete(name);
            return false;
        }
        if (!isOurs(now)) {
            throw deleted(number);
        }
        return true;
    }

    /** True, a bounded number of times, if a run that withdrew its lock took the folders away: they are made anew. */
    private boolean lostFolders(IOException failure) {
        return failure instanceof FileNotFoundException && ++foldersLost < MOST_FOLDERS_LOST;
    }

    private boolean isOurs(Locks.ObservedLock seen) {
        return seen.note().filter(found -> found.run().equals(note.run())).isPresent();
    }

    /** Watches a lock until it was released or its heartbeat stood still for long enough; refuses if it lives. */
    private Optional<Locks.ObservedLock> standingStill(Locks.ObservedLock first) throws IOException {
        Duration beats = Duration.ofMillis(
                        first.note().map(LockNote::beatMillis).orElse(0L))
                .multipliedBy(MISSED_BEATS);
        Duration enough = staleAfter.compareTo(beats) > 0 ? staleAfter : beats;
        Duration part = enough.dividedBy(LOOKS);
        Duration pause = part.compareTo(MOST_BETWEEN_LOOKS) < 0 ? part : MOST_BETWEEN_LOOKS;
        waiter.waits("Waiting for " + first.name() + ", held by " + first.holder()
                + ": it is taken over if that shows no sign of life for " + Math.max(1, enough.toSeconds()) + " s");
        long start = clock.nanos();
        while (clock.nanos() - start < enough.toNanos()) {
            if (waiter.givesUp()) {
                throw new InterruptedIOException("Cannot " + note.doing() + ": stopped by a signal while waiting for "
                        + first.name() + "; run it again");
            }
            pause(pause);
            Optional<Locks.ObservedLock> now = highestAfter(first.number());
            if (now.isEmpty() || now.get().released()) {
                return now;
            }
            if (now.get().number() != first.number() || !Arrays.equals(now.get().content(), first.content())) {
                throw held(now.get());
            }
        }
        return Optional.of(first);
    }

    private void pause(Duration duration) throws IOException {
        try {
            clock.pause(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Cannot " + note.doing() + ": interrupted while waiting for the lock");
        }
    }

    private LockedException held(Locks.ObservedLock by) {
        return new LockedException("Cannot " + note.doing() + ": " + by.name() + " is held by " + by.holder()
                + "; wait until it ends, or end it");
    }

    private IOException deleted(long number) {
        return new IOException("Cannot " + note.doing() + ": " + DatasetLayout.lock(number)
                + " was deleted meanwhile; leave locks alone, and run it again");
    }

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
}
