package io.cropmill.dataset.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.storage.SteppedStorage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FenceTest {
    private static final String FOLDER = "lock.000001.0123456789abcdef";

    @TempDir
    Path folder;

    private final AtomicInteger deletions = new AtomicInteger();

    @Test
    void isDeletedAgainWhereALateFileCame() throws IOException {
        try (Storage storage = failing(
                new IOException("[" + FOLDER + "] Cannot delete: not empty", new DirectoryNotEmptyException(FOLDER)),
                2)) {
            Fence.delete(storage, FOLDER);
        }
        assertThat(deletions).hasValue(3);
        try (Storage storage = opened()) {
            assertThat(storage.names("")).isEmpty();
        }
    }

    @Test
    void tellsAnyOtherFailureAtOnce() throws IOException {
        IOException denied = new IOException("[" + FOLDER + "/1] Cannot delete: permission denied");
        try (Storage storage = failing(denied, 2)) {
            assertThatThrownBy(() -> Fence.delete(storage, FOLDER)).isSameAs(denied);
        }
        assertThat(deletions).hasValue(1);
    }

    private Storage opened() throws IOException {
        return Storages.of(folder.toString(), new Configuration(false));
    }

    /** Fails to delete, some times. */
    private Storage failing(IOException failure, int times) throws IOException {
        Storage storage = opened();
        storage.makeFolder(FOLDER);
        storage.createInFolder(FOLDER + "/1", new byte[0]);
        return new SteppedStorage(storage) {
            @Override
            public void deleteTree(String path) throws IOException {
                if (deletions.incrementAndGet() <= times) {
                    throw failure;
                }
                super.deleteTree(path);
            }

            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                step.run();
            }
        };
    }
}
