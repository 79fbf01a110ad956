package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SightTest {
    @TempDir
    Path folder;

    @Test
    void refusesAFolderOfTheSameNameOnAnotherDisk() throws IOException {
        Files.createDirectories(folder.resolve("source"));
        Files.writeString(folder.resolve("source/a.npy"), "a");
        try (Storage source = storage("source");
                Storage target = storage("target");
                Storage elsewhere = storage("elsewhere")) {
            Sight sight = Sight.open(source, target, List.of("a.npy"));
            assertThat(sight.refusal(source, target)).isEmpty();
            assertThatThrownBy(() -> sight.require(source, elsewhere))
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching("\\[file:.*/elsewhere] Expected the target of the driver, but the executor on"
                            + " .* does not see the file \\.token-[-0-9a-f]+ that the driver has just written; mount the"
                            + " folder on every host under the same path, or use hdfs:");
            assertThat(sight.refusal(elsewhere, target).orElseThrow())
                    .contains("/elsewhere] Expected the source of the driver, but the executor on ")
                    .contains(" does not see its file a.npy; mount the folder");
            sight.require(source, target);
            sight.close(target);
            assertThat(target.names("")).isEmpty();
        }
    }

    @Test
    void theNextRunRemovesATokenThatADeadOneLeft() throws IOException {
        Files.createDirectories(folder.resolve("source"));
        try (Storage source = storage("source");
                Storage target = storage("target")) {
            Sight dead = Sight.open(source, target, List.of());
            Sight next = Sight.open(source, target, List.of());
            assertThat(target.names("")).containsExactly(next.token());
            assertThat(dead.token()).isNotEqualTo(next.token());
        }
    }

    private Storage storage(String name) throws IOException {
        return Storages.of(folder.resolve(name).toString(), new Configuration(false));
    }
}
