package io.cropmill.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.UnclosableStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFileTest {
    @TempDir
    Path folder;

    @Test
    void tellsOfAFileThatChangedAndCannotBeClosed() throws IOException {
        Files.write(folder.resolve("a.npy"), new byte[5]);
        try (Storage storage = new UnclosableStorage(Storages.of(folder.toUri(), new Configuration()))) {
            FileEntry planned = new FileEntry("a.npy", 4, 0, "");
            assertThatThrownBy(() -> OpenFile.open(storage, planned, new ReadMetrics()))
                    .hasMessage("[a.npy] Expected the file as it was when the query was planned (4 bytes), but found 5"
                            + " bytes; it is being written to: load it again when it is complete")
                    .satisfies(e -> assertThat(e.getSuppressed())
                            .extracting(Throwable::getMessage)
                            .containsExactly(UnclosableStorage.REFUSAL));
        }
    }
}
