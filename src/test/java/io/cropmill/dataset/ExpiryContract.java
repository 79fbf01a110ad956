package io.cropmill.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.dataset.LiveDataset.UnclearLiveVersionException;
import io.cropmill.dataset.expire.Expiry;
import io.cropmill.dataset.expire.ExpiryPlan;
import io.cropmill.dataset.expire.ExpiryPlan.Removal;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.LockLostException;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.OnceBefore;
import io.cropmill.storage.SteppedStorage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is removed and what stays, the same on every file system. */
abstract class ExpiryContract {
    private Storage storage;
    private Dataset dataset;

    abstract String newLocation();

    abstract Configuration configuration();

    @BeforeEach
    void openDataset() throws IOException {
        storage = Storages.of(newLocation(), configuration());
        dataset = new Dataset(storage);
    }

    final Storage storage() {
        return storage;
    }

    final Dataset dataset() {
        return dataset;
    }

    /** Versions with nothing in common. */
    final void publishFresh(int versions) throws IOException {
        for (int i = 1; i <= versions; i++) {
            Nights.rebuild(storage, Nights.contents("a=one of " + i, "k/b=two of " + i));
        }
    }

    private ExpiryPlan expire(int keep) throws IOException {
        return Nights.expire(storage, keep);
    }

    final List<String> allFiles() throws IOException {
        return storage.walkWithHidden("").stream().map(FileEntry::path).toList();
    }

    @Test
    void keepsTheLiveVersionAndTheNewestOthers() throws IOException {
        publishFresh(5);
        ExpiryPlan plan = expire(3);
        assertThat(plan.kept())
                .containsExactly(
                        Map.entry("v000003", "one of the last 3"),
                        Map.entry("v000004", "one of the last 3"),
                        Map.entry("v000005", "live"));
        assertThat(plan.removals()).extracting(Removal::version).containsExactly("v000001", "v000002");
        assertThat(plan.removals()).extracting(Removal::state).containsOnly(VersionState.PUBLISHED);
        assertThat(dataset.versions()).containsExactly("v000003", "v000004", "v000005");
        assertThat(Nights.contents(storage, "v000003")).isEqualTo(Nights.contents("a=one of 3", "k/b=two of 3"));
        assertThat(expire(3).removals()).isEmpty();
        assertThat(expire(1).kept()).containsOnlyKeys("v000005");
        assertThat(String.join(" ", allFiles()))
                .isEqualTo("CURRENT lock.000008 v000005/OWNER v000005/PUBLISHED"
                        + " v000005/a.npy v000005/a.points.npy v000005/a.raster.npy"
                        + " v000005/k/b.npy v000005/k/b.points.npy v000005/k/b.raster.npy v000005/manifest.json");
    }

    /** While this run is at work, or paused, others may begin to write beside the versions: a lock, how a run ended. */
    @Test
    void sweepsOnlyWhatWasLeftBeforeItBegan() throws IOException {
        publishFresh(2);
        storage.createExclusive(".lock.000001.0123456789abcdef.tmp", new byte[0]);
        Storage busy = new SteppedStorage(storage) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                step.run();
                if (path.equals("v000001/EXPIRING")) {
                    storage.createExclusive(".lock.000009.0123456789abcdef.tmp", new byte[0]);
                }
            }
        };

        Nights.expire(busy, 1);

        assertThat(storage.names("").stream().filter(name -> name.startsWith(".")))
                .containsExactly(".lock.000009.0123456789abcdef.tmp");
        assertThat(dataset.versions()).containsExactly("v000002");
    }

    @Test
    void theLiveVersionStaysWhereLaterOnesAreNewer() throws IOException {
        publishFresh(5);
        Nights.rollback(storage, "v000002");
        assertThat(expire(2).kept())
                .containsExactly(Map.entry("v000002", "live"), Map.entry("v000005", "one of the last 2"));
        assertThat(Nights.rebuild(storage, Nights.contents("a=x"))).isEqualTo("v000006");
        assertThat(dataset.manifest("v000006").base()).contains("v000002");
        expire(1);
        assertThat(dataset.versions()).containsExactly("v000006");
    }

    @Test
    void theHighestNumberIsNeverForgotten() throws IOException {
        publishFresh(3);
        Nights.rollback(storage, "v000001");
        ExpiryPlan plan = expire(1);
        assertThat(plan.removals()).extracting(Removal::lastNumber).containsExactly(false, true);
        assertThat(dataset.versions()).containsExactly("v000001", "v000003");
        assertThat(storage.names("v000003")).containsExactly("OWNER");
        assertThat(dataset.state("v000003")).isEqualTo(VersionState.DISCARDED);
        assertThat(expire(1).removals()).isEmpty();
        assertThat(Nights.rebuild(storage, Nights.contents("a=x"))).isEqualTo("v000004");
        expire(1);
        assertThat(dataset.versions()).containsExactly("v000004");
    }

    @Test
    void pinnedVersionsStayUntilTheyAreReleased() throws IOException {
        publishFresh(4);
        Pins.pin(dataset, "train-7", "v000001");
        Pins.pin(dataset, "stage-node7", "v000001");
        Pins.pin(dataset, "mine", "v000004");
        assertThat(expire(1).kept())
                .containsExactly(
                        Map.entry("v000001", "pinned by stage-node7, train-7"),
                        Map.entry("v000004", "live, pinned by mine"));
        assertThat(Nights.contents(storage, "v000001")).isEqualTo(Nights.contents("a=one of 1", "k/b=two of 1"));
        assertThat(Pins.unpin(dataset, "train-7")).isTrue();
        assertThat(Pins.unpin(dataset, "train-7")).isFalse();
        Pins.unpin(dataset, "stage-node7");
        expire(1);
        assertThat(dataset.versions()).containsExactly("v000004");
        storage.createExclusive("pins/old", "v000001\n".getBytes(UTF_8));
        assertThat(expire(1).notes()).containsExactly("v000001 is pinned by old, but was removed before");
    }

    @Test
    void pinsAreWrittenUnderHiddenNamesAndThoseThatSayNothingStopEverything() throws IOException {
        publishFresh(2);
        storage.createExclusive("pins/.mine.tmp", new byte[0]);
        storage.createExclusive("pins/mine", "7\n".getBytes(UTF_8));
        assertThatThrownBy(() -> expire(1))
                .isInstanceOf(IOException.class)
                .hasMessage("[pins/mine] Expected one line with a version such as v000007, but found \"7\"; write it"
                        + " again, or delete it");
        assertThat(dataset.versions()).hasSize(2);
        assertThatThrownBy(() -> Pins.pin(dataset, "mine", "v000001"))
                .hasMessage("Cannot pin v000001: the name pins/mine is taken");
    }

    @Test
    void aPinIsRefusedOnceTheVersionIsMarked() throws IOException {
        publishFresh(2);
        storage.createExclusive("v000001/EXPIRING", new byte[0]);
        for (String version : List.of("v000001", "v000007")) {
            assertThatThrownBy(() -> Pins.pin(dataset, "late", version))
                    .hasMessage("Cannot pin " + version + ": it was removed; pin the one that CURRENT names");
        }
        assertThat(Pins.of(dataset)).isEmpty();
        assertThat(expire(2).kept()).containsKey("v000001");
        assertThat(storage.names("v000001")).doesNotContain("EXPIRING");
        Pins.pin(dataset, "late", "v000001");
    }

    @Test
    void aPinThatComesWhileVersionsAreMarkedIsSeen() throws IOException {
        publishFresh(3);
        Storage interrupted = new OnceBefore(storage, "v000001/EXPIRING", () -> Pins.pin(dataset, "now", "v000001"));
        ExpiryPlan plan = Nights.expire(interrupted, 1);
        assertThat(plan.kept()).containsExactly(Map.entry("v000001", "pinned by now"), Map.entry("v000003", "live"));
        assertThat(storage.names("v000001")).contains("manifest.json").doesNotContain("EXPIRING");
        assertThat(dataset.versions()).containsExactly("v000001", "v000003");
    }

    @Test
    void youngVersionsAndLeftoversStay() throws IOException {
        publishFresh(3);
        storage.createExclusive("v000009/OWNER", Nights.OWNER.claiming("v000009"));
        storage.createExclusive("v000009/x.npy", new byte[7]);
        try (DatasetLock lock = Nights.lock(storage, "expire")) {
            ExpiryPlan plan = new Expiry(dataset, new ExpiryRule(1, Duration.ofHours(2))).run(lock);
            assertThat(plan.removals()).isEmpty();
            assertThat(plan.kept()).containsEntry("v000009", "younger than --min-age");
        }
        Instant later = Instant.now().plus(Duration.ofHours(3));
        assertThat(new Expiry(dataset, new ExpiryRule(1, Duration.ofHours(2)))
                        .plan(later)
                        .removals())
                .extracting(Removal::version)
                .containsExactly("v000001", "v000002", "v000009");
        assertThat(dataset.versions()).hasSize(4);
    }

    @Test
    void aDryRunTakesWhatIsUnfinishedForTheHoldersWhileThereIsOne() throws IOException {
        publishFresh(1);
        try (DatasetLock lock = Nights.lock(storage, "rebuild")) {
            VersionClaim.take(dataset, Nights.OWNER);
            storage.createExclusive("v000002/x.npy", new byte[7]);
            ExpiryPlan plan = new Expiry(dataset, new ExpiryRule(1, Duration.ZERO)).plan(Instant.now());
            assertThat(plan.removals()).isEmpty();
            assertThat(plan.notes())
                    .containsExactly(lock.name() + " is held by rebuild of ann on host (pid 42) since"
                            + " 2026-01-31T02:00:00Z: what is unfinished may be theirs and is not listed");
        }
    }

    @Test
    void leftoversOfDeadRunsGo() throws IOException {
        publishFresh(2);
        // One that died while it wrote, one with a manifest that never became live.
        storage.createExclusive("v000003/OWNER", Nights.OWNER.claiming("v000003"));
        storage.createExclusive("v000003/k/.x.npy.part-00000", new byte[7]);
        storage.createExclusive("v000003/.done/x.json", new byte[5]);
        VersionClaim claim = VersionClaim.take(dataset, Nights.OWNER);
        new Publisher(dataset, claim)
                .writeManifest(Manifests.manifest(
                        "v000004", claim.base(), Nights.write(storage, "v000004", "x", "never live")));
        assertThat(dataset.state("v000003")).isEqualTo(VersionState.UNFINISHED);
        assertThat(dataset.state("v000004")).isEqualTo(VersionState.UNPUBLISHED);
        // Private names, in published versions too.
        for (String path : List.of(
                ".CURRENT.1.tmp",
                ".lock.000001.2.tmp",
                "v000002/k/.b.npy.3.tmp",
                "v000002/.done/y",
                "retired/k/.a.json.4.tmp")) {
            storage.createExclusive(path, new byte[3]);
        }
        ExpiryPlan plan = expire(2);
        assertThat(plan.removals())
                .extracting(removal -> removal.version() + " " + removal.state() + " " + removal.files())
                .containsExactly("v000003 unfinished 3", "v000004 unpublished 4");
        assertThat(plan.freed()).isGreaterThan(7 + 5 + 3 * 10);
        assertThat(allFiles()).noneMatch(path -> path.contains("/.") || path.startsWith("."));
        assertThat(storage.names("v000004")).containsExactly("OWNER");
        assertThat(dataset.versions()).containsExactly("v000001", "v000002", "v000004");
        assertThat(Nights.contents(storage, "v000001")).hasSize(2);
    }

    @Test
    void theLastRejectedVersionStaysUntilALaterOneIsPublished() throws IOException {
        publishFresh(1);
        for (int i = 2; i <= 3; i++) {
            VersionClaim claim = VersionClaim.take(dataset, Nights.OWNER);
            Publisher publisher = new Publisher(dataset, claim);
            publisher.writeManifest(Manifests.manifest(
                    claim.version(), claim.base(), Nights.write(storage, claim.version(), "x", "bad")));
            publisher.reject("3 grids differ");
        }
        assertThat(expire(5).kept())
                .containsExactly(
                        Map.entry("v000001", "live"),
                        Map.entry("v000003", "rejected since the last publication; see its report"));
        assertThat(dataset.state("v000003")).isEqualTo(VersionState.REJECTED);
        Nights.rebuild(storage, Nights.contents("a=x"));
        expire(5);
        assertThat(dataset.versions()).containsExactly("v000001", "v000004");
    }

    @Test
    void refusesWhereTheLiveVersionIsNotWhole() throws IOException {
        publishFresh(2);
        storage.delete("v000002/manifest.json");
        assertThatThrownBy(() -> expire(1))
                .hasMessage("[" + storage.root() + "/v000002] Expected the live version, as CURRENT says, but found no"
                        + " v000002/manifest.json" + restore("v000001"));
        storage.replace("CURRENT", "v000009\n".getBytes(UTF_8));
        assertThatThrownBy(() -> expire(1))
                .hasMessage("[" + storage.root() + "/v000009] Expected the live version, as CURRENT says, but found no"
                        + " v000009/manifest.json" + restore("v000001"));
        assertThat(Nights.contents(storage, "v000001")).hasSize(2);
    }

    private String restore(String version) {
        return "; make " + version + " live again with: jobs/cropmill rollback --target " + storage.root() + " --to "
                + version;
    }

    private List<String> certifiedFiles() throws IOException {
        return storage.walk("").stream()
                .map(FileEntry::path)
                .filter(path -> path.contains("k/b."))
                .toList();
    }

    /** As a partial restore may leave it. */
    @Test
    void removesNothingOfACertifiedRecordingWhereCurrentIsGone() throws IOException {
        publishFresh(2);
        Nights.retire(storage, "k/b");
        Nights.rebuild(storage, Nights.contents("a=4", "k/b=two of 2"));
        List<String> before = certifiedFiles();
        storage.delete("CURRENT");
        for (String damaged : List.of("", "v000002/manifest.json", "v000004/manifest.json")) {
            if (!damaged.isEmpty()) {
                storage.replace(damaged, "{".getBytes(UTF_8));
            }
            String left = damaged.startsWith("v000004") ? "v000003" : "v000004";
            assertThatThrownBy(() -> expire(1))
                    .isInstanceOf(UnclearLiveVersionException.class)
                    .hasMessage("[" + storage.root() + "/CURRENT] Expected the name of the live version, but found no"
                            + " file, though v000001, v000002, v000003 and v000004 were published" + restore(left));
            assertThat(certifiedFiles()).isEqualTo(before);
        }
        assertThatThrownBy(() -> Nights.rebuild(storage, Nights.contents("a=5")))
                .isInstanceOf(UnclearLiveVersionException.class);
        assertThatThrownBy(() -> Nights.rollback(storage, "v000002"))
                .hasMessageStartingWith("[v000002/manifest.json] Expected ");
        assertThat(Nights.rollback(storage, "v000003")).isEqualTo(new Rollback(null, "v000003"));
        assertThat(certifiedFiles()).isEqualTo(before);
        assertThat(expire(1).kept()).containsOnlyKeys("v000003");
        assertThat(Nights.live(storage)).isEqualTo(Nights.contents("a=one of 2", "k/b=two of 2"));
    }

    @Test
    void removesNothingWhereTheLiveVersionLacksACertifiedRecording() throws IOException {
        publishFresh(2);
        Nights.retire(storage, "k/b");
        List<String> before = certifiedFiles();
        storage.replace("CURRENT", "v000002\n".getBytes(UTF_8));
        assertThatThrownBy(() -> expire(1))
                .isInstanceOf(UnclearLiveVersionException.class)
                .hasMessage("[" + storage.root() + "/v000002] Expected a live version in which k/b is retired, but k/b,"
                        + " which retired/k/b.json certifies, is fresh" + restore("v000003"));
        storage.replace("v000003/manifest.json", "{".getBytes(UTF_8));
        assertThatThrownBy(() -> expire(1))
                .hasMessageEndingWith("; no version that is left was published, is whole and has every retired"
                        + " recording: restore the dataset from a backup");
        assertThat(certifiedFiles()).isEqualTo(before);
    }

    @Test
    void removesNothingWhileAFileOfARetiredRecordingIsMissing() throws IOException {
        publishFresh(2);
        Nights.retire(storage, "k/b");
        String points =
                dataset.manifest("v000003").recordings().get(1).files().points().path();
        storage.delete(points);
        List<String> before = certifiedFiles();
        assertThatThrownBy(() -> expire(1))
                .hasMessage("Cannot expire: expected 8 bytes in " + points + ", but found no file; k/b is retired, and"
                        + " versions that would be removed may hold its last copy: bring the file back first");
        assertThat(certifiedFiles()).isEqualTo(before);
    }

    /** Not until the mark was made at once was the live version told from one that a dead run left. */
    @Test
    void knowsVersionsThatOthersWereBuiltUpon() throws IOException {
        publishFresh(3);
        for (String version : List.of("v000001", "v000002", "v000003")) {
            storage.delete(version + "/PUBLISHED");
        }
        storage.delete("CURRENT");
        assertThatThrownBy(() -> expire(1))
                .hasMessageContaining("though v000001 and v000002 were published" + restore("v000002"));
        assertThat(Nights.rollback(storage, "v000002").to()).isEqualTo("v000002");
    }

    @Test
    void nothingIsRemovedOnceTheLockIsLost() throws IOException {
        publishFresh(3);
        Storage interrupted = new OnceBefore(storage, "v000002/EXPIRING", () -> Nights.lock(storage, "rebuild"));
        DatasetLock lock = Nights.lock(interrupted, "expire");
        assertThatThrownBy(() -> new Expiry(new Dataset(interrupted), new ExpiryRule(1, Duration.ZERO)).run(lock))
                .isInstanceOf(LockLostException.class);
        assertThat(Nights.contents(storage, "v000001")).hasSize(2);
        assertThat(Nights.contents(storage, "v000002")).hasSize(2);
    }

    @Test
    void aFirstVersionThatNeverBecameLiveGoes() throws IOException {
        storage.createExclusive("v000001/OWNER", Nights.OWNER.claiming("v000001"));
        storage.createExclusive("v000001/x.npy", new byte[7]);
        assertThat(expire(1).freed()).isEqualTo(7);
        assertThat(allFiles()).containsExactly("lock.000001", "v000001/OWNER");
    }
}
