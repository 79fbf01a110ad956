package io.cropmill.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetStatusTest {
    @TempDir
    Path folder;

    private Storage storage;

    @BeforeEach
    void openDataset() throws IOException {
        storage = Storages.of(folder.resolve("set").toString(), new Configuration(false));
    }

    private DatasetStatus status() throws IOException {
        return DatasetStatus.of(new Dataset(storage));
    }

    @Test
    void ofNothingIsNothing() throws IOException {
        DatasetStatus status = status();
        assertThat(status.live()).isEmpty();
        assertThat(status.published()).isEmpty();
        assertThat(status.versions()).isEmpty();
        assertThat(status.pins()).isEmpty();
        assertThat(status.lock()).isEmpty();
        assertThat(status.lastResult()).isEmpty();
        assertThat(status.problems()).isEmpty();
    }

    @Test
    void findsAllThatIsThere() throws IOException {
        Nights.rebuild(storage, Nights.contents("a=1"));
        Nights.rebuild(storage, Nights.contents("a=2"));
        Pins.pin(new Dataset(storage), "train", "v000001");
        storage.replace("nightly.json", "{\"code\":3,\"more\":[1]}".getBytes(UTF_8));
        storage.createExclusive("v000003/x.npy", new byte[2]);
        DatasetStatus status = status();
        assertThat(status.live().orElseThrow().version()).isEqualTo("v000002");
        assertThat(status.published().orElseThrow().toEpochMilli())
                .isEqualTo(storage.stat("CURRENT").orElseThrow().modifiedMillis());
        assertThat(status.versions())
                .extracting(version -> version.name() + " " + version.state() + " "
                        + version.modified().isPresent())
                .containsExactly("v000001 published true", "v000002 published true", "v000003 unfinished false");
        assertThat(status.pins().toString()).isEqualTo("{v000001=[train]}");
        assertThat(status.lock().orElseThrow().name()).isEqualTo("lock.000002");
        assertThat(status.lock().orElseThrow().held()).isFalse();
        assertThat(status.lastResult().orElseThrow().path("code").asInt()).isEqualTo(3);
        assertThat(status.problems()).isEmpty();
        DatasetLock lock = Nights.lock(storage, "rebuild");
        lock.beat();
        DatasetStatus.Lock held = status().lock().orElseThrow();
        assertThat(held.held()).isTrue();
        assertThat(held.note()).contains(lock.note());
    }

    @Test
    void tellsDamageInPlaceOfFailing() throws IOException {
        Nights.rebuild(storage, Nights.contents("a=1"));
        storage.replace("CURRENT", "v000009\n".getBytes(UTF_8));
        storage.replace("nightly.json", "x".getBytes(UTF_8));
        storage.replace("pins/train", "x".getBytes(UTF_8));
        storage.replace("lock.000007", "x".getBytes(UTF_8));
        DatasetStatus status = status();
        assertThat(status.live()).isEmpty();
        assertThat(status.lock().orElseThrow().held()).isTrue();
        assertThat(status.versions()).hasSize(1);
        assertThat(status.problems())
                .containsExactly(
                        "[v000009/manifest.json] Cannot open: there is no such file",
                        "make v000001 live again with: jobs/cropmill rollback --target " + storage.root()
                                + " --to v000001",
                        "[pins/train] Expected one line with a version such as v000007, but found \"x\"; write it"
                                + " again, or delete it",
                        "[nightly.json] Expected JSON, but found something else");
        storage.replace("CURRENT", "x".getBytes(UTF_8));
        assertThat(status().problems())
                .contains("[CURRENT] Expected one line with a version such as v000007, but found \"x\"");
    }

    @Test
    void tellsOfALinkOnce() throws IOException {
        Nights.rebuild(storage, Nights.contents("a=1"));
        Path manifest = folder.resolve("set/v000001/manifest.json");
        Files.move(manifest, folder.resolve("moved"));
        Files.createSymbolicLink(manifest, folder.resolve("moved"));
        assertThat(status().problems())
                .containsExactly(
                        "[v000001/manifest.json] Cannot open: \"v000001/manifest.json\" is a symbolic link, and"
                                + " none is followed here; remove it, or put what it leads to in its place");
    }

    /** As a disk that was full, or a hand, may leave it. */
    @Test
    void tellsOfResultsThatSayNothing() throws IOException {
        Nights.rebuild(storage, Nights.contents("a=1"));
        Map<String, String> found = Map.of("", "nothing", " \n", "nothing", "null", "null", "[]", "[]", "{}", "{}");
        for (Map.Entry<String, String> content : found.entrySet()) {
            storage.replace("nightly.json", content.getKey().getBytes(UTF_8));
            assertThat(status().lastResult()).isEmpty();
            assertThat(status().problems())
                    .containsExactly("[nightly.json] Expected how a rebuild ended, a JSON object, but found "
                            + content.getValue());
        }
    }
}
