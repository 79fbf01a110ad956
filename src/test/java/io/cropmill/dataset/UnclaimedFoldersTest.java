package io.cropmill.dataset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.dataset.expire.Expiry;
import io.cropmill.dataset.expire.ExpiryPlan;
import io.cropmill.dataset.expire.ExpiryPlan.Removal;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders with a version's name that no run of the dataset has claimed: nothing of them is removed. */
class UnclaimedFoldersTest {
    private static final String STAYS = "; move it out of the dataset, or delete it yourself";

    @TempDir
    Path folder;

    private Storage storage;

    @BeforeEach
    void publishThree() throws IOException {
        storage = Storages.of(folder.resolve("set").toString(), new Configuration(false));
        for (int night = 1; night <= 3; night++) {
            Nights.rebuild(storage, Nights.contents("a=" + night));
        }
    }

    private void copy(String from, String to) throws IOException {
        for (FileEntry file : storage.walkWithHidden(from)) {
            storage.createExclusive(to + file.path().substring(from.length()), storage.readSmall(file.path(), 1 << 20));
        }
    }

    private List<String> files(String version) throws IOException {
        return storage.walkWithHidden(version).stream().map(FileEntry::path).toList();
    }

    @Test
    void stayAndAreNamed() throws IOException {
        storage.createExclusive("v000050/notes.txt", "mine".getBytes(UTF_8));
        copy("v000001", "v000051");
        storage.createExclusive("v000052/OWNER", new byte[1 << 17]);
        copy("v000001", "v000053");
        Files.delete(folder.resolve("set/v000053/OWNER"));
        Files.createSymbolicLink(folder.resolve("set/v000053/OWNER"), folder.resolve("set/v000001/OWNER"));
        storage.createExclusive("pins/reader", "v000051\n".getBytes(UTF_8));
        List<String> notes = List.of(
                "v000050 is no version of this dataset and stays: it has no OWNER" + STAYS,
                "v000051 stays: its OWNER is that of v000001, but it is pinned by reader; leave it",
                "v000052 is no version of this dataset and stays: its OWNER was not written by a run" + STAYS,
                "v000053 is no version of this dataset and stays: its OWNER is a symbolic link" + STAYS);
        assertThat(DatasetStatus.of(new Dataset(storage)).versions())
                .extracting(version -> version.name()
                        + version.stranger().map(why -> ": " + why).orElse(""))
                .containsExactly(
                        "v000001",
                        "v000002",
                        "v000003",
                        "v000050: it has no OWNER",
                        "v000051: its OWNER is that of v000001",
                        "v000052: its OWNER was not written by a run",
                        "v000053: its OWNER is a symbolic link");
        List<String> copied = files("v000051");
        List<String> linked = files("v000053");
        assertThat(new Expiry(new Dataset(storage), new ExpiryRule(2, Duration.ZERO))
                        .plan(Instant.now())
                        .notes())
                .isEqualTo(notes);

        ExpiryPlan plan = Nights.expire(storage, 2);

        assertThat(plan.notes()).isEqualTo(notes);
        assertThat(plan.kept()).containsOnlyKeys("v000002", "v000003");
        assertThat(plan.removals()).extracting(Removal::version).containsExactly("v000001");
        assertThat(files("v000050")).containsExactly("v000050/notes.txt");
        assertThat(files("v000051")).isEqualTo(copied).hasSize(6);
        assertThat(files("v000052")).containsExactly("v000052/OWNER");
        assertThat(files("v000053")).isEqualTo(linked).hasSize(6);
        assertThat(Nights.expire(storage, 2).notes()).isEqualTo(notes);
    }

    /** The numbers of the dataset's own versions are never forgotten, whatever lies above them for a while. */
    @Test
    void doNotMakeTheHighestNumberForgotten() throws IOException {
        storage.createExclusive("v000004/OWNER", Nights.OWNER.claiming("v000004"));
        storage.createExclusive("v000004/x.npy", new byte[7]);
        storage.createExclusive("v000050/notes.txt", "mine".getBytes(UTF_8));
        Nights.expire(storage, 1);
        assertThat(files("v000004")).containsExactly("v000004/OWNER");
    }

    /** A removal that is cut short at its last step leaves a folder without anything. */
    @Test
    void areNoEmptyFolders() throws IOException {
        Files.createDirectory(folder.resolve("set/v000900"));
        Nights.rebuild(storage, Nights.contents("a=4"));
        assertThat(Nights.expire(storage, 5).notes()).isEmpty();
        assertThat(folder.resolve("set/v000900")).doesNotExist();
    }

    /** An OWNER may say who claimed and not what: then the manifest or, without one, the mark of a removal says it. */
    @Test
    void areNoVersionsOfWhichOwnerNamesNone() throws IOException {
        byte[] owner = new String(Nights.OWNER.claiming("v000001"), UTF_8)
                .replace("\"version\":\"v000001\",", "")
                .getBytes(UTF_8);
        Files.write(folder.resolve("set/v000001/OWNER"), owner);
        Files.write(folder.resolve("set/v000002/OWNER"), owner);
        Files.delete(folder.resolve("set/v000002/manifest.json"));
        Files.createFile(folder.resolve("set/v000002/EXPIRING"));
        copy("v000001", "v000051");
        ExpiryPlan plan = Nights.expire(storage, 1);
        assertThat(plan.removals()).extracting(Removal::version).containsExactly("v000001", "v000002");
        assertThat(plan.notes())
                .containsExactly("v000051 is no version of this dataset and stays: neither its OWNER nor its manifest"
                        + " names it" + STAYS);
    }
}
