package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.storage.DirectMemory;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDigestTest {
    @TempDir
    Path folder;

    @Test
    void readsManyFilesThroughOneBuffer() throws IOException {
        Files.writeString(folder.resolve("a"), "abc", StandardCharsets.US_ASCII);
        FileDigest abc = new FileDigest("a", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        try (Storage storage = Storages.of(folder.toUri(), new Configuration())) {
            assertThat(FileDigest.of(storage, "a")).isEqualTo(abc);
            long before = DirectMemory.bytes();
            for (int file = 0; file < 100; file++) {
                assertThat(FileDigest.of(storage, "a")).isEqualTo(abc);
            }
            assertThat(DirectMemory.bytes() - before).isLessThan(16L << 20);
        }
    }
}
