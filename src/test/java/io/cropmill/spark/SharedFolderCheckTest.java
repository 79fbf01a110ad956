package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedFolderCheckTest {
    @TempDir
    Path folder;

    @Test
    void refusesAFolderOfTheSameNameOnAnotherDisk() throws IOException {
        Files.createDirectories(folder.resolve("source"));
        Files.writeString(folder.resolve("source/a.npy"), "a");
        try (Storage source = storage("source");
                Storage target = storage("target");
                Storage elsewhere = storage("elsewhere");
                DatasetLock lock = DatasetLock.acquire(target, "rebuild", Duration.ofMinutes(5), sentence -> {})) {
            SharedFolderCheck sight = SharedFolderCheck.open(source, target, lock, List.of("a.npy"));
            assertThat(sight.refusal(source, target)).isEmpty();
            assertThatThrownBy(() -> sight.require(source, elsewhere))
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching("\\[file:.*/elsewhere] Expected the target of the driver, but the executor on"
                            + " .* does not see the file lock\\.000001\\.[0-9a-f]{16}/token that the driver has just"
                            + " written; mount the folder on every host under the same path, or use hdfs:");
            assertThat(sight.refusal(elsewhere, target).orElseThrow())
                    .contains("/elsewhere] Expected the source of the driver, but the executor on ")
                    .contains(" does not see its file a.npy; mount the folder");
            sight.require(source, target);
            sight.close();
            lock.close();
            assertThat(target.names("")).containsExactly("lock.000001");
        }
    }

    @Test
    void theTokenOfAFirstRunThatComesToNothingGoesWithItsLock() throws IOException {
        Files.createDirectories(folder.resolve("source"));
        try (Storage source = storage("source");
                Storage target = storage("target");
                DatasetLock lock = DatasetLock.acquire(target, "rebuild", Duration.ofMinutes(5), sentence -> {})) {
            SharedFolderCheck sight = SharedFolderCheck.open(source, target, lock, List.of());
            assertThat(target.stat(sight.token())).isPresent();
            lock.withdraw();
            assertThat(folder.resolve("target")).doesNotExist();
        }
    }

    private Storage storage(String name) throws IOException {
        return Storages.of(folder.resolve(name).toString(), new Configuration(false));
    }
}
