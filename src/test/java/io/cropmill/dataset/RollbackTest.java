package io.cropmill.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

class RollbackTest {
    private static final Map<String, String> FIRST = Nights.contents("a=1");

    @TempDir
    Path folder;

    private Storage storage;
    private Dataset dataset;

    @BeforeEach
    void publishThree() throws IOException {
        storage = Storages.of(folder.toString(), new Configuration(false));
        dataset = new Dataset(storage);
        assertThatThrownBy(() -> Nights.rollback(storage)).hasMessage("Cannot roll back: nothing was published yet");
        Nights.rebuild(storage, FIRST);
        Nights.rebuild(storage, Nights.contents("a=2"));
        Nights.rebuild(storage, Nights.contents("a=3"));
    }

    @Test
    void makesTheVersionThatTheLiveOneWasBuiltUponLive() throws IOException {
        assertThat(Nights.rollback(storage)).isEqualTo(new Rollback("v000003", "v000002"));
        assertThat(Nights.live(storage)).isEqualTo(Nights.contents("a=2"));
        Nights.rebuild(storage, Nights.contents("a=4"));
        assertThat(dataset.manifest("v000004").base()).contains("v000002");
        assertThat(Nights.rollback(storage)).isEqualTo(new Rollback("v000004", "v000002"));
        assertThat(Nights.rollback(storage)).isEqualTo(new Rollback("v000002", "v000001"));
        assertThatThrownBy(() -> Nights.rollback(storage))
                .hasMessage("Cannot roll back: no version before v000001 is left; name a later one with --to");
    }

    @Test
    void takesTheNextLowerOneWhereThatIsGone() throws IOException {
        Pins.pin(dataset, "keep", "v000001");
        Nights.expire(storage, 1);
        assertThat(Nights.rollback(storage)).isEqualTo(new Rollback("v000003", "v000001"));
    }

    @Test
    void leavesNothingOfALiveVersionWhoseFolderIsGone() throws IOException {
        storage.deleteTree("v000003");
        assertThat(Nights.rollback(storage, "v000002")).isEqualTo(new Rollback("v000003", "v000002"));
        assertThat(dataset.versions()).containsExactly("v000001", "v000002");
    }

    /** Expire might then remove the whole one. */
    @Test
    void goesToNoVersionWithADamagedPairOfARetiredRecording() throws IOException {
        Nights.retire(storage, "a");
        Nights.rebuild(storage, Nights.contents("a=3", "b=x"));
        Path damaged = folder.resolve("v000004/a.npy");
        Files.delete(damaged);
        Files.writeString(damaged, "4");
        assertThatThrownBy(() -> Nights.rollback(storage))
                .hasMessage(
                        "Cannot roll back to v000004: [v000004/a.npy] Expected crc32c 71cee914, as it was written, but"
                                + " found a5048dff; a is retired, so nothing may make the file again: restore it from"
                                + " v000003/a.npy, which has the right checksum");
        Files.writeString(damaged, "3");
        assertThat(Nights.rollback(storage)).isEqualTo(new Rollback("v000005", "v000004"));
    }

    @Test
    void goesForwardAgainToANamedVersion() throws IOException {
        assertThat(Nights.rollback(storage, "v000001")).isEqualTo(new Rollback("v000003", "v000001"));
        assertThat(Nights.rollback(storage, "v000003")).isEqualTo(new Rollback("v000001", "v000003"));
        assertThat(Nights.rollback(storage, "v000003")).isEqualTo(new Rollback("v000003", "v000003"));
        assertThat(new String(storage.readSmall("CURRENT", 100), UTF_8)).isEqualTo("v000003\n");
    }

    @Test
    void refusesWhatIsNotWholeOrWasNeverPublished() throws IOException {
        VersionClaim unpublished = VersionClaim.take(dataset, Nights.OWNER);
        Publisher publisher = new Publisher(dataset, unpublished);
        publisher.writeManifest(
                Manifests.manifest("v000004", unpublished.base(), Nights.write(storage, "v000004", "x", "never live")));
        refuses("v000004", "its run ended before it was published; run the rebuild again");
        publisher.reject("3 grids differ");
        refuses("v000004", "its validation failed; see v000004/report");
        storage.createExclusive("v000005/x.npy", new byte[0]);
        refuses("v000005", "it was never finished");
        refuses("v000009", "it is not there; status lists what is");
        refuses("../x", "it is not there; status lists what is");
        storage.delete("v000001/a.points.npy");
        refuses("v000001", "expected 1 byte in v000001/a.points.npy, but found no file");
        assertThat(dataset.current()).contains("v000003");
    }

    @Test
    void aVersionThatWasAboutToBeRemovedIsNoLongerMarked() throws IOException {
        storage.createExclusive("v000001/EXPIRING", new byte[0]);
        Nights.rollback(storage, "v000001");
        assertThat(storage.names("v000001")).doesNotContain("EXPIRING");
        Pins.pin(dataset, "train", "v000001");
    }

    private void refuses(String version, String reason) {
        assertThatThrownBy(() -> Nights.rollback(storage, version))
                .isInstanceOf(IOException.class)
                .hasMessage("Cannot roll back to " + version + ": " + reason);
    }
}
