package io.cropmill.dataset.lock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.storage.SteppedStorage;
import io.cropmill.storage.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** One holder at a time, the same on every file system. */
abstract class LockContract extends LockSetup {
    @Test
    void saysWhoHoldsItAndWhetherItWasReleased() throws IOException {
        DatasetLock lock = take(ANN);
        String start = "{\"run\":\"" + lock.note().run() + "\",\"doing\":\"rebuild\",\"host\":\"node1\",\"pid\":42,"
                + "\"user\":\"ann\",\"time\":\"2026-01-31T02:00:00Z\",\"beat_ms\":10000,\"beat\":";
        assertThat(text("lock.000001")).isEqualTo(start + "0,\"released\":false}\n");
        lock.beat();
        assertThat(text("lock.000001")).isEqualTo(start + "1,\"released\":false}\n");
        lock.requireHeld();
        lock.close();
        lock.close();
        assertThat(text("lock.000001")).isEqualTo(start + "3,\"released\":true}\n");
        assertThat(storage.names("")).containsExactly("lock.000001");
    }

    @Test
    void aReleasedLockMakesNobodyWaitAndItsNumberIsUsedOnce() throws IOException {
        take(ANN).close();
        HandClock clock = new HandClock();
        DatasetLock next = take(storage, BOB, clock);
        assertThat(next.name()).isEqualTo("lock.000002");
        assertThat(clock.pauses()).isZero();
        assertThat(storage.names("")).containsExactlyInAnyOrder("lock.000002", folder(next));
    }

    @Test
    void refusesWhileTheHolderLives() throws IOException {
        DatasetLock lock = take(ANN);
        HandClock clock = new HandClock(lock::beat);
        assertThatThrownBy(() -> take(storage, BOB, clock))
                .isInstanceOf(LockedException.class)
                .hasMessage("Cannot rebuild: lock.000001 is held by rebuild of ann on node1 (pid 42) since"
                        + " 2026-01-31T02:00:00Z; wait until it ends, or end it");
        assertThat(clock.pauses()).isEqualTo(1);
        lock.requireHeld();
        assertThat(storage.names("")).containsExactlyInAnyOrder("lock.000001", folder(lock));
    }

    @Test
    void aBeatAtTheLastMomentIsSeen() throws IOException {
        DatasetLock lock = take(ANN);
        List<Integer> looks = new ArrayList<>();
        HandClock clock = new HandClock(() -> {
            looks.add(1);
            if (looks.size() == 150) {
                lock.beat();
            }
        });
        assertThatThrownBy(() -> take(storage, BOB, clock)).isInstanceOf(LockedException.class);
        assertThat(clock.waited()).isEqualTo(STALE);
    }

    @Test
    void takesOverOnlyWhatItHasSeenStandStillForLongEnough() throws IOException {
        DatasetLock dead = take(ANN);
        HandClock clock = new HandClock();
        DatasetLock taken = take(storage, BOB, clock);
        assertThat(clock.waited()).isEqualTo(STALE);
        assertThat(taken.name()).isEqualTo("lock.000002");
        taken.requireHeld();
        String lost = "Cannot go on with rebuild: lock.000001 was lost, lock.000002 is held by rebuild of bob on node2"
                + " (pid 77) since 2026-01-31T02:30:00Z; nothing more is published, run it again";
        assertThatThrownBy(dead::requireHeld)
                .isInstanceOf(LockLostException.class)
                .hasMessage(lost);
        assertThatThrownBy(dead::beat).hasMessage(lost);
        dead.close();
        assertThat(storage.names("")).containsExactlyInAnyOrder("lock.000002", folder(taken));
        taken.close();
        assertThat(storage.names("")).containsExactly("lock.000002");
        take(ANN).requireHeld();
    }

    /** However long it was paused, between a look at the lock and what it does next. */
    @Test
    void whoLostItCanNeitherWriteNorRemove() throws IOException {
        DatasetLock paused = take(ANN);
        paused.put("CURRENT", "v000001\n".getBytes(UTF_8));
        storage.replace("v000001/EXPIRING", new byte[0]);
        paused.requireHeld();
        DatasetLock next = take(BOB);
        next.put("CURRENT", "v000002\n".getBytes(UTF_8));
        String lost = "Cannot go on with rebuild: lock.000001 was lost, lock.000002 is held by rebuild of bob on node2"
                + " (pid 77) since 2026-01-31T02:30:00Z; nothing more is published, run it again";
        assertThatThrownBy(() -> paused.put("CURRENT", "v000001\n".getBytes(UTF_8)))
                .isInstanceOf(LockLostException.class)
                .hasMessage(lost);
        assertThatThrownBy(() -> paused.remove("v000001/EXPIRING")).hasMessage(lost);
        assertThatThrownBy(() -> paused.keep("token", new byte[1])).hasMessage(lost);
        paused.close();
        assertThat(text("CURRENT")).isEqualTo("v000002\n");
        assertThat(storage.names("")).containsExactlyInAnyOrder("CURRENT", "lock.000002", folder(next), "v000001");
        assertThat(next.remove("v000001/EXPIRING")).isTrue();
        assertThat(next.remove("v000001/EXPIRING")).isFalse();
        assertThat(storage.names("v000001")).isEmpty();
        next.close();
        assertThat(storage.names("")).containsExactlyInAnyOrder("CURRENT", "lock.000002", "v000001");
    }

    @Test
    void whoIsTakenOverBeforeItsFolderIsMadeHasNone() throws IOException {
        DatasetLock[] next = new DatasetLock[1];
        Storage slow = new SteppedStorage(storage) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                if (kind == Kind.FOLDER) {
                    next[0] = take(BOB);
                }
                step.run();
            }
        };
        assertThatThrownBy(() -> take(slow, ANN, new HandClock())).isInstanceOf(LockLostException.class);
        next[0].put("CURRENT", new byte[1]);
        assertThat(storage.names("")).containsExactlyInAnyOrder("CURRENT", "lock.000002", folder(next[0]));
    }

    /** As if by hand, against all advice. */
    @Test
    void whoseLockWasDeletedCannotWriteEither() throws IOException {
        DatasetLock lock = take(ANN);
        storage.delete("lock.000001");
        DatasetLock next = take(BOB);
        assertThat(next.name()).isEqualTo("lock.000001");
        assertThatThrownBy(() -> lock.put("CURRENT", new byte[1])).isInstanceOf(LockLostException.class);
        next.put("CURRENT", new byte[2]);
        assertThat(storage.readSmall("CURRENT", 10)).hasSize(2);
    }

    @Test
    void nothingIsMadeWhereAFolderIsMissing() throws IOException {
        DatasetLock lock = take(ANN);
        assertThatThrownBy(() -> lock.put("v000001/PUBLISHED", new byte[1]))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("[" + folder(lock) + "/1] Cannot rename to v000001/PUBLISHED: there is no such file");
        lock.close();
        assertThat(storage.names("")).containsExactly("lock.000001");
    }

    @Test
    void waitsForAHolderThatBeatsMoreSlowly() throws IOException {
        take(ANN);
        HandClock clock = new HandClock();
        List<String> told = new ArrayList<>();
        DatasetLock.take(storage, "rebuild", BOB, Duration.ofMillis(1), clock, told::add)
                .requireHeld();
        assertThat(clock.waited()).isEqualTo(Duration.ofSeconds(40));
        assertThat(told)
                .containsExactly("Waiting for lock.000001, held by rebuild of ann on node1 (pid 42) since"
                        + " 2026-01-31T02:00:00Z: it is taken over if that shows no sign of life for 40 s");
    }

    @Test
    void aReleaseWhileOneWatchesEndsTheWait() throws IOException {
        DatasetLock lock = take(ANN);
        HandClock clock = new HandClock(lock::close);
        assertThat(take(storage, BOB, clock).name()).isEqualTo("lock.000002");
        assertThat(clock.pauses()).isEqualTo(1);
    }

    @Test
    void refusesWhereSomebodyElseTookOverMeanwhile() throws IOException {
        take(ANN);
        HandClock clock = new HandClock(() -> storage.createExclusive(
                "lock.000002", LockNote.begin("expire", BOB, 1).content()));
        assertThatThrownBy(() -> take(storage, BOB, clock))
                .isInstanceOf(LockedException.class)
                .hasMessage("Cannot rebuild: lock.000002 is held by expire of bob on node2 (pid 77) since"
                        + " 2026-01-31T02:30:00Z; wait until it ends, or end it");
    }

    @Test
    void whatNoHolderWroteIsHeldBySomebodyUnknown() throws IOException {
        storage.createExclusive("lock.000007", new byte[0]);
        int[] count = {0};
        HandClock moving = new HandClock(() -> storage.replace("lock.000007", new byte[++count[0]]));
        assertThatThrownBy(() -> take(storage, BOB, moving))
                .hasMessage("Cannot rebuild: lock.000007 is held by an unknown run; wait until it ends, or end it");
        assertThat(take(BOB).name()).isEqualTo("lock.000008");
    }

    @Test
    void aDeletedLockIsLost() throws IOException {
        DatasetLock lock = take(ANN);
        storage.delete("lock.000001");
        take(BOB).requireHeld();
        assertThatThrownBy(lock::requireHeld)
                .hasMessage("Cannot go on with rebuild: lock.000001 was lost, lock.000001 is held by rebuild of bob on"
                        + " node2 (pid 77) since 2026-01-31T02:30:00Z; nothing more is published, run it again");
        storage.delete("lock.000001");
        DatasetLock next = take(ANN);
        storage.delete("lock.000001");
        assertThatThrownBy(next::beat)
                .hasMessage("Cannot go on with rebuild: lock.000001 was lost, it was deleted; nothing more is"
                        + " published, run it again");
    }

    @Test
    void aSleeperThatWakesUpFindsItsNumberUsedUp() throws IOException {
        take(ANN).close();
        DatasetLock second = take(ANN);
        second.close();
        DatasetLock third = take(ANN);
        // A run that looked when lock.000001 was the last and creates its successor only now.
        LockNote late = LockNote.begin("rebuild", BOB, 1000);
        storage.createExclusive("lock.000002", late.content());
        third.requireHeld();
        third.close();
        DatasetLock fourth = take(BOB);
        assertThat(fourth.name()).isEqualTo("lock.000004");
        assertThat(storage.names("")).containsExactlyInAnyOrder("lock.000004", folder(fourth));
    }

    @Test
    void ofManyAtTheSameInstantExactlyOneHoldsIt() throws Exception {
        int runs = 6;
        HandClock impatient = new HandClock(() -> {
            throw new LockedException("It is held already");
        });
        ExecutorService threads = Executors.newFixedThreadPool(runs);
        try {
            for (int round = 0; round < rounds(); round++) {
                CyclicBarrier start = new CyclicBarrier(runs);
                List<Future<DatasetLock>> attempts = new ArrayList<>();
                for (int i = 0; i < runs; i++) {
                    attempts.add(threads.submit(() -> {
                        start.await();
                        return take(storage, ANN, impatient);
                    }));
                }
                List<DatasetLock> held = new ArrayList<>();
                for (Future<DatasetLock> attempt : attempts) {
                    try {
                        held.add(attempt.get());
                    } catch (ExecutionException e) {
                        assertThat(e).hasRootCauseInstanceOf(LockedException.class);
                    }
                }
                assertThat(held).hasSize(1);
                held.get(0).requireHeld();
                held.get(0).close();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    abstract int rounds();

    @Test
    void beatsOnAThreadThatEndsWithTheLock() throws Exception {
        DatasetLock lock = DatasetLock.acquire(storage, "rebuild", Duration.ofMillis(20), sentence -> {});
        assertThat(threads(lock)).hasSize(1).allMatch(Thread::isDaemon);
        while (lock.note().beat() < 3) {
            Thread.onSpinWait();
        }
        lock.requireHeld();
        lock.close();
        assertThat(threads(lock)).isEmpty();
        assertThatThrownBy(lock::beat).isInstanceOf(IllegalStateException.class).hasMessage("lock.000001 was released");
    }

    /** Hadoop's client throws what it did not foresee. */
    @Test
    void aBeatThatFailsInWhateverWayDoesNotEndTheHeartbeat() throws IOException {
        List<Throwable> failures = new ArrayList<>(List.of(
                new IOException("[lock.000001] Cannot write: a pause of the NameNode"),
                new IllegalStateException("an answer that the client does not know"),
                new LinkageError("a class that could not be read")));
        SteppedStorage failing = new SteppedStorage(storage) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                if (path.equals("lock.000001") && storage.stat(path).isPresent() && !failures.isEmpty()) {
                    LockContract.<RuntimeException>sneak(failures.remove(0));
                }
                step.run();
            }
        };
        DatasetLock lock = take(failing, ANN, new HandClock());
        for (int beat = 0; beat < 3; beat++) {
            assertThat(lock.beatOrLose()).isTrue();
        }
        assertThat(failures).isEmpty();
        assertThat(lock.note().beat()).isZero();
        assertThat(lock.beatOrLose()).isTrue();
        assertThat(lock.note().beat()).isEqualTo(1);
        int[] told = {0};
        lock.whenLost(() -> told[0]++);
        take(BOB);
        assertThat(lock.beatOrLose()).isFalse();
        assertThat(told[0]).isEqualTo(1);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    void tellsWhenItIsLostAndEndsItsThread() throws Exception {
        DatasetLock lock = DatasetLock.acquire(storage, "rebuild", Duration.ofMillis(20), sentence -> {});
        CountDownLatch told = new CountDownLatch(1);
        lock.whenLost(told::countDown);
        storage.createExclusive("lock.000002", LockNote.begin("rebuild", BOB, 1).content());
        told.await();
        CountDownLatch toldAgain = new CountDownLatch(1);
        lock.whenLost(toldAgain::countDown);
        assertThat(toldAgain.getCount()).isZero();
        lock.close();
        assertThat(threads(lock)).isEmpty();
    }

    private static List<Thread> threads(DatasetLock lock) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("cropmill " + lock.name()))
                .toList();
    }
}
