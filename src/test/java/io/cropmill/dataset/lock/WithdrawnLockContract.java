package io.cropmill.dataset.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.storage.SteppedStorage;
import io.cropmill.storage.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A first run that comes to nothing takes its lock away again, the same on every file system. */
abstract class WithdrawnLockContract extends LockSetup {
    @Test
    void ofAFirstRunThatComesToNothingNothingIsLeft() throws IOException {
        int missing = storage.missingFolders();
        DatasetLock lock = take(ANN);
        storage.replace("notes.txt", new byte[] {1});
        lock.withdraw();
        assertThat(storage.names("")).containsExactly("notes.txt");
        storage.delete("notes.txt");
        storage.deleteEmptyFolders(missing);
        DatasetLock again = take(ANN);
        again.withdraw();
        again.close();
        assertThat(storage.missingFolders()).isEqualTo(missing);
        assertThat(take(BOB).name()).isEqualTo("lock.000001");
    }

    @Test
    void aLockStaysWhereAnythingCameOfItOrCameBefore() throws IOException {
        DatasetLock first = take(ANN);
        storage.createExclusive("v000001/OWNER", ANN.claiming("v000001"));
        first.withdraw();
        assertThat(text("lock.000001")).endsWith("\"released\":true}\n");
        storage.deleteTree("v000001");
        take(BOB).withdraw();
        assertThat(storage.names("")).containsExactly("lock.000002");
    }

    @Test
    void aLostLockIsNotWithdrawn() throws IOException {
        DatasetLock dead = take(ANN);
        DatasetLock next = take(BOB);
        dead.withdraw();
        assertThat(storage.names("")).containsExactlyInAnyOrder("lock.000002", folder(next));
    }

    @Test
    void whoWatchesAFirstLockThatIsWithdrawnHasTheNext() throws IOException {
        DatasetLock lock = take(ANN);
        HandClock clock = new HandClock(lock::withdraw);
        assertThat(take(storage, BOB, clock).name()).isEqualTo("lock.000001");
        assertThat(clock.pauses()).isEqualTo(1);
    }

    @Test
    void foldersThatAWithdrawnFirstLockTakesAlongAreMadeAnew() throws IOException {
        DatasetLock first = take(ANN);
        AtomicInteger attempts = new AtomicInteger();
        DatasetLock next = take(withdrawing(attempts, 2), BOB, new HandClock(first::withdraw));
        assertThat(attempts).hasValue(3);
        assertThat(next.name()).isEqualTo("lock.000001");
        next.requireHeld();
        assertThat(storage.names("")).containsExactlyInAnyOrder("lock.000001", folder(next));
    }

    @Test
    void foldersThatNobodyCanMakeAreAFailure() {
        AtomicInteger attempts = new AtomicInteger();
        assertThatThrownBy(() -> take(withdrawing(attempts, Integer.MAX_VALUE), BOB, new HandClock()))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("[lock.000001] Cannot create: there is no such file");
        assertThat(attempts).hasValue(10);
    }

    /** Where others take away the folders in which the first lock is being made. */
    private Storage withdrawing(AtomicInteger attempts, int times) {
        return new SteppedStorage(storage) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                boolean making =
                        path.equals("lock.000001") && storage.stat(path).isEmpty();
                if (making && attempts.incrementAndGet() <= times) {
                    throw new FileNotFoundException("[" + path + "] Cannot create: there is no such file");
                }
                step.run();
            }
        };
    }

    /** Whoever watched a lock and wakes up late must not take the next number over another lock of the same. */
    @Test
    void aWithdrawnLockDoesNotStandForAnotherOfItsNumber() throws IOException {
        Locks locks = new Locks(storage);
        DatasetLock first = take(ANN);
        Locks.ObservedLock watched = locks.highest().orElseThrow();
        assertThat(locks.stands(watched)).isTrue();
        first.withdraw();
        assertThat(locks.stands(watched)).isFalse();
        DatasetLock other = take(BOB);
        assertThat(other.name()).isEqualTo("lock.000001");
        assertThat(locks.stands(watched)).isFalse();
        Locks.ObservedLock live = locks.highest().orElseThrow();
        other.close();
        assertThat(locks.stands(live)).isTrue();
    }
}
