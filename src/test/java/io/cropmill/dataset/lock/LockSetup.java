package io.cropmill.dataset.lock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;

/** A folder for a dataset on some file system, and two who take its lock. */
abstract class LockSetup {
    static final Duration STALE = Duration.ofMinutes(5);
    static final Owner ANN = new Owner("node1", 42, "ann", Instant.parse("2026-01-31T02:00:00Z"));
    static final Owner BOB = new Owner("node2", 77, "bob", Instant.parse("2026-01-31T02:30:00Z"));

    Storage storage;

    abstract String newLocation();

    abstract Configuration configuration();

    @BeforeEach
    void openDataset() throws IOException {
        storage = Storages.of(newLocation(), configuration());
    }

    DatasetLock take(Owner owner) throws IOException {
        return take(storage, owner, new HandClock());
    }

    static DatasetLock take(Storage storage, Owner owner, HandClock clock) throws IOException {
        return DatasetLock.take(storage, "rebuild", owner, STALE, clock, sentence -> {});
    }

    static String folder(DatasetLock lock) {
        return lock.name() + "." + lock.note().run();
    }

    String text(String path) throws IOException {
        return new String(storage.readSmall(path, 1000), UTF_8);
    }
}
