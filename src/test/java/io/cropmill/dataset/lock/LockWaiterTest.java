package io.cropmill.dataset.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wait for a lock that ends without it. */
class LockWaiterTest {
    private static final Owner ANN = new Owner("node1", 42, "ann", Instant.parse("2026-01-31T02:00:00Z"));

    @TempDir
    Path folder;

    @Test
    void endsWhenTheWaiterGivesUpAndLeavesTheLockAsItWas() throws IOException {
        Storage storage = Storages.of(folder.toString(), new Configuration(false));
        DatasetLock held =
                DatasetLock.take(storage, "rebuild", ANN, Duration.ofMinutes(5), new HandClock(), sentence -> {});
        HandClock clock = new HandClock();
        LockWaiter impatient = new LockWaiter() {
            @Override
            public void waits(String sentence) {}

            @Override
            public boolean givesUp() {
                return clock.pauses() == 3;
            }
        };
        assertThatThrownBy(() -> DatasetLock.take(storage, "expire", ANN, Duration.ofMinutes(5), clock, impatient))
                .isInstanceOf(InterruptedIOException.class)
                .hasMessage("Cannot expire: stopped by a signal while waiting for lock.000001; run it again");
        assertThat(clock.pauses()).isEqualTo(3);
        assertThat(storage.names(""))
                .containsExactlyInAnyOrder(
                        "lock.000001", "lock.000001." + held.note().run());
        held.requireHeld();
    }

    @Test
    void nothingHappensUnderALockOnceTheRunIsToEnd() throws IOException {
        Storage storage = Storages.of(folder.toString(), new Configuration(false));
        AtomicBoolean ends = new AtomicBoolean();
        LockWaiter waiter = new LockWaiter() {
            @Override
            public void waits(String sentence) {}

            @Override
            public boolean givesUp() {
                return ends.get();
            }
        };
        DatasetLock lock = DatasetLock.take(storage, "expire", ANN, Duration.ofMinutes(5), new HandClock(), waiter);
        lock.requireHeld();
        ends.set(true);
        assertThatThrownBy(lock::requireHeld)
                .isInstanceOf(InterruptedIOException.class)
                .hasMessage("Cannot go on with expire: stopped by a signal; nothing more is published, run it again");
        lock.close();
        assertThat(new String(storage.readSmall("lock.000001", 999), StandardCharsets.UTF_8))
                .contains("\"released\":true");
    }
}
