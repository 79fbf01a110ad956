package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.storage.MemoryFolder;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.UnreadableStorage;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnclosingDatasetTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private Storage storage;

    @BeforeEach
    void open() throws IOException {
        storage = Storages.of(folder.toString(), new Configuration(false));
    }

    @Test
    void isSeenByItsCurrentOrByAClaim() throws IOException {
        assertThat(EnclosingDataset.isDataset(storage)).isFalse();
        storage.createExclusive("v000001/OWNER", Nights.OWNER.claiming("v000001"));
        assertThat(EnclosingDataset.isDataset(storage)).isTrue();
        storage.deleteTree("v000001");
        Files.writeString(folder.resolve("CURRENT"), "v000001\n");
        assertThat(EnclosingDataset.isDataset(storage)).isTrue();
    }

    @Test
    void isNothingElseThatHasItsNames() throws IOException {
        Files.writeString(folder.resolve("v000001"), "a file");
        Files.createSymbolicLink(folder.resolve("v000002"), folder.resolve("v000001"));
        Files.createDirectory(folder.resolve("CURRENT"));
        assertThat(EnclosingDataset.isDataset(storage)).isFalse();
        Files.delete(folder.resolve("CURRENT"));
        Files.write(folder.resolve("CURRENT"), new byte[1 << 20]);
        assertThat(EnclosingDataset.isDataset(storage)).isFalse();
        Files.delete(folder.resolve("CURRENT"));
        Files.createSymbolicLink(folder.resolve("CURRENT"), folder.resolve("v000001"));
        assertThat(EnclosingDataset.isDataset(storage)).isFalse();
    }

    @Test
    void aFolderThatMayNotBeReadIsNone() throws IOException {
        for (IOException denied : new IOException[] {
            new IOException("[] Cannot list: permission denied", new AccessDeniedException("x")),
            new AccessControlException("Permission denied: user=ann")
        }) {
            assertThat(EnclosingDataset.isDataset(new UnreadableStorage(storage, "", denied)))
                    .isFalse();
        }
    }

    @Test
    void aFileSystemThatDoesNotAnswerIsNotTakenForAFolderWithoutOne() {
        for (String path : new String[] {"", "CURRENT"}) {
            IOException silent = new IOException("[" + path + "] Cannot look up: Connection refused");
            assertThatThrownBy(() -> EnclosingDataset.isDataset(new UnreadableStorage(storage, path, silent)))
                    .isSameAs(silent);
        }
    }
}
