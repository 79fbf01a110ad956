package io.cropmill.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.PaddedFile;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.UnclosableStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetadataRowsTest {
    @TempDir
    Path folder;

    @Test
    void tellsOfAForeignFileThatCannotBeClosed() throws IOException {
        String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";
        Files.write(folder.resolve("a.npy"), PaddedFile.npy(header, new byte[12]));
        try (Storage storage = new UnclosableStorage(Storages.of(folder.toUri(), new Configuration()))) {
            assertThatThrownBy(() -> MetadataRows.open(storage, "a.npy"))
                    .hasMessage("[a.npy] Expected a pair's metadata, packed records that begin with [point_start,"
                            + " point_count, source_point_count], but found '<f4' of shape [3]")
                    .satisfies(e -> assertThat(e.getSuppressed())
                            .extracting(Throwable::getMessage)
                            .containsExactly(UnclosableStorage.REFUSAL));
        }
    }
}
