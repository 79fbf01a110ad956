package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.Locks;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.ManifestFiles;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.storage.FaultyStorage;
import io.cropmill.storage.FaultyStorage.Fault;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/**
 * Every change that a run makes fails once, in each way: whatever the moment, CURRENT names a whole version, the next
 * undisturbed run ends in the same data, and expire leaves nothing of the one that died.
 */
abstract class CrashContract {
    private static final Map<String, String> FIRST = Nights.contents("k/a=1", "b=1");
    private static final Map<String, String> SECOND = Nights.contents("k/a=1", "b=22");
    private static final Map<String, String> THIRD = Nights.contents("k/a=333", "b=22", "c=3");

    abstract String newLocation();

    abstract Configuration configuration();

    /** In which ways each change fails. */
    abstract List<Fault> faults();

    private interface Run {
        void on(Storage storage) throws IOException;
    }

    /**
     * A run to disturb.
     *
     * @param before makes the dataset that it begins with
     * @param possible what may be live after a crash
     * @param after what is live in the end
     */
    private record Scenario(
            String name, Run before, Run run, List<Map<String, String>> possible, Map<String, String> after) {}

    private int disturbed(Scenario scenario) throws IOException {
        int points = 0;
        for (Fault fault : faults()) {
            boolean failed = true;
            for (long at = 1; failed; at++) {
                Storage storage = Storages.of(newLocation(), configuration());
                scenario.before().on(storage);
                FaultyStorage faulty = new FaultyStorage(storage, fault, at);
                try {
                    scenario.run().on(faulty);
                } catch (IOException e) {
                    assertThat(faulty.hasFailed()).as(e.toString()).isTrue();
                }
                failed = faulty.hasFailed();
                check(scenario, storage, fault + " at change " + at);
                points += failed ? 1 : 0;
            }
        }
        System.out.println(getClass().getSimpleName() + ": " + points + " crash points tried while " + scenario.name());
        return points;
    }

    private static void check(Scenario scenario, Storage storage, String when) throws IOException {
        Dataset dataset = new Dataset(storage);
        if (dataset.current().isPresent()) {
            assertThat(scenario.possible()).as(when).contains(Nights.live(storage));
        } else {
            assertThat(scenario.possible()).as(when).contains(Map.of());
        }
        for (String version : dataset.versions()) {
            if (dataset.hasManifest(version)) {
                assertThat(ManifestFiles.problem(storage, dataset.manifest(version)))
                        .as(when + ": " + version)
                        .isEmpty();
            }
        }
        scenario.run().on(storage);
        assertThat(Nights.live(storage)).as(when).isEqualTo(scenario.after());
        Nights.expire(storage, 1);
        assertThat(Nights.live(storage)).as(when).isEqualTo(scenario.after());
        assertThat(leftovers(storage)).as(when).isEmpty();
    }

    /** All files but those that the live version holds or names, and what is the dataset's own. */
    private static Set<String> leftovers(Storage storage) throws IOException {
        Dataset dataset = new Dataset(storage);
        String live = dataset.current().orElseThrow();
        Set<String> due = new TreeSet<>(List.of("CURRENT", live + "/manifest.json"));
        Set<String> folders = new TreeSet<>(Set.of(live));
        for (RecordingEntry recording : dataset.manifest(live).recordings()) {
            for (WrittenFile file : recording.files().all().toList()) {
                due.add(file.path());
                folders.add(DatasetLayout.versionOf(file.path()));
            }
        }
        List<String> versions = dataset.versions();
        folders.add(versions.get(versions.size() - 1));
        for (String folder : folders) {
            due.addAll(List.of(folder + "/OWNER", folder + "/PUBLISHED", folder + "/EXPIRING"));
        }
        Set<String> left = new TreeSet<>();
        storage.walkWithHidden("").stream().map(FileEntry::path).forEach(left::add);
        left.removeAll(due);
        left.remove(DatasetLayout.lock(new Locks(storage).numbers().get(0)));
        return left;
    }

    @Test
    void theFirstPublication() throws IOException {
        Scenario scenario = new Scenario(
                "publishing the first version",
                storage -> {},
                storage -> Nights.rebuild(storage, FIRST),
                List.of(Map.of(), FIRST),
                FIRST);
        assertThat(disturbed(scenario)).isPositive();
    }

    @Test
    void aPublicationThatCarriesForward() throws IOException {
        Scenario scenario = new Scenario(
                "carrying forward and publishing",
                storage -> {
                    Nights.rebuild(storage, FIRST);
                    Nights.rebuild(storage, SECOND);
                },
                storage -> Nights.rebuild(storage, THIRD),
                List.of(SECOND, THIRD),
                THIRD);
        assertThat(disturbed(scenario)).isPositive();
    }

    @Test
    void anExpiry() throws IOException {
        Scenario scenario = new Scenario(
                "removing old versions and leftovers",
                storage -> {
                    Nights.rebuild(storage, FIRST);
                    Nights.rebuild(storage, SECOND);
                    Nights.rebuild(storage, THIRD);
                    storage.createExclusive("v000004/OWNER", Nights.OWNER.claiming("v000004"));
                    storage.createExclusive("v000004/k/.x.npy.1.tmp", new byte[3]);
                },
                storage -> Nights.expire(storage, 1),
                List.of(THIRD),
                THIRD);
        assertThat(disturbed(scenario)).isPositive();
    }

    @Test
    void aRollback() throws IOException {
        Scenario scenario = new Scenario(
                "rolling back",
                storage -> {
                    Nights.rebuild(storage, FIRST);
                    Nights.rebuild(storage, SECOND);
                },
                storage -> Nights.rollback(storage, "v000001"),
                List.of(FIRST, SECOND),
                FIRST);
        assertThat(disturbed(scenario)).isPositive();
    }

    @Test
    void aTakeOverOfTheLock() throws IOException {
        Scenario scenario = new Scenario(
                "taking over the lock of a dead run",
                storage -> {
                    Nights.rebuild(storage, FIRST);
                    Nights.lock(storage, "rebuild");
                },
                storage -> {
                    try (DatasetLock lock = Nights.lock(storage, "rebuild")) {
                        lock.requireHeld();
                    }
                },
                List.of(FIRST),
                FIRST);
        assertThat(disturbed(scenario)).isPositive();
    }
}
