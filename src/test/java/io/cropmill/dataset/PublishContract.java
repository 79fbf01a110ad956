package io.cropmill.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.HandClock;
import io.cropmill.dataset.lock.LockLostException;
import io.cropmill.dataset.lock.Owner;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.ManifestException;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claiming, publishing and reading versions, the same on every file system. */
abstract class PublishContract {
    static final Owner OWNER = new Owner("host", 42, "ann", Instant.parse("2026-01-31T02:00:00Z"));

    private Storage storage;
    private Dataset dataset;
    private @Nullable DatasetLock lock;

    abstract String newLocation();

    abstract Configuration configuration();

    @BeforeEach
    void openDataset() throws IOException {
        storage = Storages.of(newLocation(), configuration());
        dataset = new Dataset(storage);
    }

    /** Without a thread; the test's run alone uses the dataset. */
    final DatasetLock lock() throws IOException {
        if (lock == null) {
            lock = DatasetLock.take(storage, "rebuild", OWNER, Duration.ofMinutes(5), new HandClock(), sentence -> {});
        }
        return lock;
    }

    final Storage storage() {
        return storage;
    }

    final Dataset dataset() {
        return dataset;
    }

    final String publish(String... names) throws IOException {
        VersionClaim claim = VersionClaim.take(dataset, OWNER);
        List<RecordingEntry> entries = new ArrayList<>();
        for (String name : names) {
            entries.add(Manifests.write(storage, claim.version(), name));
        }
        Publisher publisher = new Publisher(dataset, claim);
        publisher.writeManifest(
                Manifests.manifest(claim.version(), claim.base(), entries.toArray(RecordingEntry[]::new)));
        publisher.makeCurrent(lock());
        return claim.version();
    }

    @Test
    void anEmptyFolderHasNoVersion() throws IOException {
        assertThat(dataset.current()).isEmpty();
        assertThat(dataset.versions()).isEmpty();
        assertThatThrownBy(() -> dataset.manifest("v000001"))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("[v000001/manifest.json] Cannot open: there is no such file");
    }

    @Test
    void publishesAndReadsBack() throws IOException {
        assertThat(publish("kitti/000000", "b")).isEqualTo("v000001");
        assertThat(dataset.current()).contains("v000001");
        assertThat(new String(storage.readSmall("CURRENT", 100), UTF_8)).isEqualTo("v000001\n");
        assertThat(dataset.manifest("v000001").recordings())
                .extracting(RecordingEntry::name)
                .containsExactly("b", "kitti/000000");
        assertThat(storage.names("v000001")).contains("OWNER", "manifest.json").noneMatch(name -> name.startsWith("."));
        assertThat(storage.names(""))
                .filteredOn(name -> !DatasetLayout.isFence(name))
                .containsExactlyInAnyOrder("CURRENT", "lock.000001", "v000001");
        assertThat(publish("a")).isEqualTo("v000002");
        assertThat(dataset.manifest("v000002").base()).contains("v000001");
        assertThat(dataset.versions()).containsExactly("v000001", "v000002");
    }

    @Test
    void versionsAreInTheOrderOfTheirNumbers() throws IOException {
        for (String version : List.of("v1000000", "v999999", "v000010", "v000002", "vx", "v3")) {
            storage.createExclusive(version + "/OWNER", new byte[0]);
        }
        assertThat(dataset.versions()).containsExactly("v000002", "v000010", "v999999", "v1000000");
        assertThat(VersionClaim.take(dataset, OWNER).version()).isEqualTo("v1000001");
    }

    @Test
    void neverClaimsANumberThatWasSeen() throws IOException {
        storage.createExclusive("v000004/kitti/leftover.npy", new byte[0]);
        storage.replace("CURRENT", "v000006\n".getBytes(UTF_8));
        VersionClaim claim = VersionClaim.take(dataset, OWNER);
        assertThat(claim).isEqualTo(new VersionClaim("v000007", Optional.of("v000006")));
        assertThat(new String(storage.readSmall("v000007/OWNER", 1000), UTF_8))
                .isEqualTo(
                        "{\"version\":\"v000007\",\"host\":\"host\",\"pid\":42,\"user\":\"ann\",\"time\":\"2026-01-31T02:00:00Z\"}\n");
        assertThat(VersionClaim.take(dataset, Owner.here()).version()).isEqualTo("v000008");
    }

    /** Somebody has put another folder in the place of the claimed one. */
    @Test
    void givesUpNothingThatItHasNotClaimed() throws IOException {
        VersionClaim claim = VersionClaim.take(dataset, OWNER);
        storage.replace("v000001/OWNER", OWNER.claiming("v000009"));
        storage.replace("v000001/a.npy", new byte[7]);
        claim.discard(dataset, lock());
        assertThat(storage.names("v000001")).containsExactlyInAnyOrder("OWNER", "a.npy");
    }

    @Test
    void claimsOfManyRunsAreAllDifferent() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<Future<VersionClaim>> claims = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                claims.add(threads.submit(() -> VersionClaim.take(dataset, OWNER)));
            }
            List<String> versions = new ArrayList<>();
            for (Future<VersionClaim> claim : claims) {
                versions.add(claim.get().version());
            }
            assertThat(versions).doesNotHaveDuplicates().hasSize(6);
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void nothingIsLiveBeforeTheLastStep() throws IOException {
        publish("a");
        VersionClaim claim = VersionClaim.take(dataset, OWNER);
        Publisher publisher = new Publisher(dataset, claim);
        assertThatThrownBy(() -> publisher.makeCurrent(lock()))
                .hasMessage("Cannot publish v000002: it has no manifest");
        RecordingEntry entry = Manifests.write(storage, "v000002", "b");
        publisher.writeManifest(Manifests.manifest("v000002", claim.base(), entry));
        assertThat(dataset.current()).contains("v000001");
        publisher.makeCurrent(lock());
        assertThat(dataset.current()).contains("v000002");
    }

    @Test
    void publishesOnlyUponTheVersionThatItWasBuiltUpon() throws IOException {
        publish("a");
        VersionClaim slow = VersionClaim.take(dataset, OWNER);
        publish("a");
        Publisher publisher = new Publisher(dataset, slow);
        publisher.writeManifest(
                Manifests.manifest(slow.version(), slow.base(), Manifests.write(storage, slow.version(), "b")));
        assertThatThrownBy(() -> publisher.makeCurrent(lock()))
                .isInstanceOf(IOException.class)
                .hasMessage("Cannot publish v000002: it was built upon v000001, but CURRENT now names v000003; run the"
                        + " rebuild again");
        assertThat(dataset.current()).contains("v000003");
    }

    @Test
    void publishesOnlyWhileItHoldsTheLock() throws IOException {
        publish("a");
        VersionClaim claim = VersionClaim.take(dataset, OWNER);
        Publisher publisher = new Publisher(dataset, claim);
        publisher.writeManifest(
                Manifests.manifest(claim.version(), claim.base(), Manifests.write(storage, claim.version(), "b")));
        DatasetLock taken =
                DatasetLock.take(storage, "expire", OWNER, Duration.ofMinutes(5), new HandClock(), sentence -> {});
        assertThatThrownBy(() -> publisher.makeCurrent(lock()))
                .isInstanceOf(LockLostException.class)
                .hasMessage("Cannot go on with rebuild: lock.000001 was lost, lock.000002 is held by expire of ann on"
                        + " host (pid 42) since 2026-01-31T02:00:00Z; nothing more is published, run it again");
        assertThat(dataset.current()).contains("v000001");
        publisher.makeCurrent(taken);
        assertThat(dataset.current()).contains("v000002");
    }

    @Test
    void aRejectedVersionNeverBecomesLive() throws IOException {
        VersionClaim claim = VersionClaim.take(dataset, OWNER);
        Publisher publisher = new Publisher(dataset, claim);
        publisher.writeManifest(Manifests.manifest("v000001", claim.base(), Manifests.write(storage, "v000001", "b")));
        assertThat(dataset.isRejected("v000001")).isFalse();
        publisher.reject("3 grids differ");
        assertThat(dataset.isRejected("v000001")).isTrue();
        assertThatThrownBy(() -> publisher.makeCurrent(lock()))
                .hasMessage("Cannot publish v000001: its validation failed; see v000001/report");
        assertThat(dataset.current()).isEmpty();
    }

    @Test
    void aManifestNamesOnlyFilesThatAreThere() throws IOException {
        VersionClaim claim = VersionClaim.take(dataset, OWNER);
        Publisher publisher = new Publisher(dataset, claim);
        RecordingEntry missing = Manifests.entry("v000001", "a");
        assertThatThrownBy(() -> publisher.writeManifest(Manifests.manifest("v000001", claim.base(), missing)))
                .hasMessage("Cannot publish v000001: expected 4 bytes in v000001/a.npy, but found no file");
        Manifests.write(storage, "v000001", "a");
        storage.replace("v000001/a.points.npy", new byte[7]);
        assertThatThrownBy(() -> publisher.writeManifest(Manifests.manifest("v000001", claim.base(), missing)))
                .hasMessage("Cannot publish v000001: expected 6 bytes in v000001/a.points.npy, but found 7 bytes");
        assertThatThrownBy(() -> publisher.writeManifest(Manifests.manifest("v000002", claim.base())))
                .hasMessage("Cannot publish v000001: its manifest is that of v000002 upon no version");
        assertThat(dataset.hasManifest("v000001")).isFalse();
    }

    @Test
    void aManifestIsNeverRewritten() throws IOException {
        VersionClaim claim = VersionClaim.take(dataset, OWNER);
        Publisher publisher = new Publisher(dataset, claim);
        Manifest first = Manifests.manifest("v000001", claim.base(), Manifests.write(storage, "v000001", "a"));
        publisher.writeManifest(first);
        publisher.writeManifest(first);
        Manifest second = Manifests.manifest("v000001", claim.base());
        assertThatThrownBy(() -> publisher.writeManifest(second))
                .hasMessageStartingWith("[v000001/manifest.json] Cannot publish: Expected ");
        assertThat(dataset.manifest("v000001")).isEqualTo(first);
    }

    @Test
    void refusesACurrentThatIsDamaged() throws IOException {
        for (String content : List.of("", "v7\n", "v000001\nv000002\n", "../v000001\n")) {
            storage.replace("CURRENT", content.getBytes(UTF_8));
            assertThatThrownBy(dataset::current)
                    .hasMessage("[CURRENT] Expected one line with a version such as v000007, but found \""
                            + content.strip().replace("\n", "\\n") + "\"");
        }
    }

    @Test
    void refusesAManifestOfAnotherVersion() throws IOException {
        publish("a");
        storage.createExclusive("v000005/manifest.json", storage.readSmall("v000001/manifest.json", 1 << 20));
        assertThatThrownBy(() -> dataset.manifest("v000005"))
                .isInstanceOf(ManifestException.class)
                .hasMessage("[v000005/manifest.json] Expected version v000005, but found v000001");
    }
}
