package io.cropmill.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.dataset.expire.ExpiryPlan.Removal;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.HandClock;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and folders that only look like those of a dataset neither stop it nor count. */
class LookalikeFilesTest {
    @TempDir
    Path root;

    private Storage storage;

    @BeforeEach
    void publish() throws IOException {
        storage = Storages.of(root.toString(), new Configuration(false));
        Nights.rebuild(storage, Nights.contents("a=1"));
        Nights.rebuild(storage, Nights.contents("a=2"));
    }

    @Test
    void areIgnored() throws IOException {
        List<String> files = List.of("lock.999999999999999999", "lock.1", "lock.0000009", "lock.000000", "lock.00000٣");
        List<String> folders = List.of("v999999999999999999", "v1", "v0000009", "v000000", "v00000٣", "v1000000000");
        for (String name : files) {
            Files.writeString(root.resolve(name), "x");
        }
        for (String name : folders) {
            Files.writeString(Files.createDirectory(root.resolve(name)).resolve("mine"), "x");
        }
        assertThat(Nights.rebuild(storage, Nights.contents("a=3"))).isEqualTo("v000003");
        assertThat(Nights.rollback(storage).to()).isEqualTo("v000002");
        assertThat(Nights.rebuild(storage, Nights.contents("a=4"))).isEqualTo("v000004");
        assertThat(Nights.expire(storage, 1).removals())
                .extracting(Removal::version)
                .containsExactlyInAnyOrder("v000001", "v000002", "v000003");
        assertThat(new Dataset(storage).versions()).containsExactly("v000004");
        DatasetStatus status = DatasetStatus.of(new Dataset(storage));
        assertThat(status.problems()).isEmpty();
        assertThat(status.lock().orElseThrow().name()).isEqualTo("lock.000006");
        for (String name : files) {
            assertThat(root.resolve(name)).hasContent("x");
        }
        for (String name : folders) {
            assertThat(root.resolve(name).resolve("mine")).hasContent("x");
        }
    }

    @Test
    void theLastLockIsRefusedByItsNameAndNeverWaitedFor() throws IOException {
        Files.writeString(root.resolve("lock.999999999"), "x");
        HandClock clock = new HandClock();
        assertThatThrownBy(() -> DatasetLock.take(
                        storage, "rebuild", Nights.OWNER, Duration.ofMinutes(5), clock, sentence -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "[lock.999999999] Expected the lock of a run, but found the last number that there is, which"
                                + " no run reaches; delete the file");
        assertThat(clock.pauses()).isZero();
        Files.delete(root.resolve("lock.999999999"));
        assertThat(Nights.rebuild(storage, Nights.contents("a=3"))).isEqualTo("v000003");
    }

    @Test
    void aVersionFarAboveTheLiveOneIsRefusedByItsName() throws IOException {
        Files.createDirectory(root.resolve("v999999998"));
        assertThatThrownBy(() -> Nights.rebuild(storage, Nights.contents("a=3")))
                .isInstanceOf(IOException.class)
                .hasMessage("Cannot claim a version: v999999998 is too far above v000002, the live one, to be of a run;"
                        + " move it away");
        Files.delete(root.resolve("v999999998"));
        Files.createDirectory(root.resolve("v001000"));
        assertThat(Nights.rebuild(storage, Nights.contents("a=3"))).isEqualTo("v001001");
    }

    @Test
    void aFileWithAVersionsNameIsRefusedByItsName() throws IOException {
        storage.replace("v000009", "x".getBytes(UTF_8));
        assertThatThrownBy(() -> Nights.rebuild(storage, Nights.contents("a=3")))
                .hasMessage("[v000009] Expected the folder of a version, but found a file; move it away");
        assertThat(DatasetStatus.of(new Dataset(storage)).problems())
                .containsExactly("[v000009] Expected the folder of a version, but found a file; move it away");
    }
}
