package io.cropmill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
class LocalStorageTest extends StorageContract {
    @TempDir
    Path folder;

    @Override
    String newLocation() {
        return data().toString();
    }

    @Override
    Configuration configuration() {
        return new Configuration();
    }

    private Path data() {
        return folder.resolve("data");
    }

    @Test
    void leavesNoChecksumFiles() throws IOException {
        write("kitti/a.npy", "x");
        storage().replace("kitti/b.npy", new byte[3]);
        storage().createExclusive("kitti/c.npy", new byte[3]);
        try (Stream<Path> all = Files.walk(data())) {
            assertThat(all.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("a.npy", "b.npy", "c.npy");
        }
    }

    /** More folders within each other than a process may hold open. */
    @Test
    void deletesFoldersNestedVeryDeep() throws IOException {
        Path deep = Files.createDirectories(data()).resolve("tree");
        for (int level = 0; level < 700; level++) {
            deep = Files.createDirectories(deep.resolve("d"));
            if (level % 100 == 0) {
                Files.writeString(deep.resolve("file"), "");
                Files.createDirectories(deep.resolve("beside/it"));
            }
        }
        write("other", "x");

        storage().deleteTree("tree");

        assertThat(storage().names("")).containsExactly("other");
    }

    @Test
    void namesMayHoldColonsAndAnyScript() throws IOException {
        String name = "run:1/größe #1 100%25?.npy";
        write(name, "x");
        assertThat(data().resolve(name)).hasContent("x");
        assertThat(storage().walk("")).extracting(FileEntry::path).containsExactly(name);
        assertThat(storage().refusal(name)).isEmpty();
    }

    @Test
    void filesFollowTheUmaskLikeAnyOther() throws IOException {
        write("made/a.npy", "x");
        storage().replace("made/b.npy", new byte[1]);
        Path plain = Files.createFile(folder.resolve("plain"));
        Path plainFolder = Files.createDirectory(folder.resolve("plain-folder"));
        for (String name : List.of("made/a.npy", "made/b.npy")) {
            assertThat(Files.getPosixFilePermissions(data().resolve(name)))
                    .isEqualTo(Files.getPosixFilePermissions(plain));
        }
        assertThat(Files.getPosixFilePermissions(data().resolve("made")))
                .isEqualTo(Files.getPosixFilePermissions(plainFolder));
    }

    @Test
    void aSourceFollowsLinksToFilesAndFoldersButNotInCircles() throws IOException {
        Storage source = Storages.source(data().toUri(), configuration());
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere/deep"));
        Files.writeString(elsewhere.resolve("a.npy"), "abc");
        write("b/c.npy", "x");
        Files.createSymbolicLink(data().resolve("linked"), elsewhere);
        Files.createSymbolicLink(data().resolve("file.npy"), elsewhere.resolve("a.npy"));
        Files.createSymbolicLink(data().resolve("b/up"), data());
        Files.createSymbolicLink(data().resolve("b/here"), Path.of("."));
        Files.createSymbolicLink(data().resolve("nowhere.npy"), folder.resolve("none"));
        Files.createSymbolicLink(data().resolve("self"), data().resolve("self"));
        assertThat(source.walk("")).extracting(FileEntry::path).containsExactly("b/c.npy", "file.npy", "linked/a.npy");
        assertThat(source.walk("b")).extracting(FileEntry::path).contains("b/c.npy", "b/up/file.npy");
        assertThat(source.stat("file.npy").orElseThrow().bytes()).isEqualTo(3);
        assertThat(source.stat("nowhere.npy")).isEmpty();
        assertThat(new String(source.readSmall("linked/a.npy", 3), UTF_8)).isEqualTo("abc");
        assertThat(source.names("linked")).containsExactly("a.npy");
    }

    @Test
    void listsNoPipes() throws Exception {
        write("a.npy", "x");
        Process made = new ProcessBuilder("mkfifo", data().resolve("pipe.npy").toString()).start();
        assertThat(made.waitFor()).isZero();
        assertThat(storage().walk("")).extracting(FileEntry::path).containsExactly("a.npy");
        assertThatThrownBy(() -> storage().open("pipe.npy"))
                .hasMessage("[pipe.npy] Cannot open: it is no regular file");
    }

    @Test
    void marksNamesThatAreNotUtf8() throws IOException {
        write("ok.npy", "x");
        Files.writeString(Path.of(URI.create(data().toUri() + "caf%E9.npy")), "x");
        assertThat(storage().walk("")).extracting(FileEntry::path).containsExactly("caf\uFFFD.npy", "ok.npy");
        assertThat(storage().names("")).containsExactlyInAnyOrder("caf\uFFFD.npy", "ok.npy");
    }

    @Test
    void identityChangesWithTheContentEvenIfTheTimeIsSetBack() throws IOException {
        write("a", "abc");
        FileEntry before = storage().stat("a").orElseThrow();
        Files.writeString(data().resolve("a"), "xyz");
        Files.setLastModifiedTime(data().resolve("a"), FileTime.fromMillis(before.modifiedMillis()));
        FileEntry after = storage().stat("a").orElseThrow();
        assertThat(after.modifiedMillis()).isEqualTo(before.modifiedMillis());
        assertThat(after.identity()).isNotEqualTo(before.identity()).matches("\\d+:\\d+");
    }

    @Test
    void theSizeIsFixedAtOpening() throws IOException {
        write("a", "abc");
        try (SeekableByteChannel channel = storage().open("a")) {
            Files.writeString(data().resolve("a"), "def", StandardOpenOption.APPEND);
            ByteBuffer buffer = ByteBuffer.allocate(10);
            assertThat(channel.size()).isEqualTo(3);
            assertThat(channel.read(buffer)).isEqualTo(3);
            assertThat(channel.read(buffer)).isEqualTo(-1);
        }
    }

    @Test
    void linksShareTheFileAndNeverReplace() throws IOException {
        write("v000001/k/a.npy", "abc");
        storage().link("v000001/k/a.npy", "v000002/k/a.npy");
        storage().link("v000001/k/a.npy", "v000002/k/a.npy");
        assertThat(storage().linkCount("v000001/k/a.npy")).isEqualTo(2);
        assertThat(Files.isSameFile(data().resolve("v000001/k/a.npy"), data().resolve("v000002/k/a.npy")))
                .isTrue();
        write("v000003/k/a.npy", "xyz");
        assertThatThrownBy(() -> storage().link("v000001/k/a.npy", "v000003/k/a.npy"))
                .hasMessage("[v000003/k/a.npy] Cannot link to v000001/k/a.npy: another file has the name already");
        assertThatThrownBy(() -> storage().link("none", "b"))
                .hasMessage("[b] Cannot link to none: there is no such file");
        assertThat(text("v000003/k/a.npy")).isEqualTo("xyz");
        assertThat(storage().hasHardLinks()).isTrue();
    }

    @Test
    void anInterruptedLinkOfOurOwnCountsAsPublished() throws IOException {
        write("a", "abc");
        Path name = data().resolve("b");
        Files.createLink(name, data().resolve("a"));
        assertThat(LocalFiles.link(data().resolve("a"), name)).isTrue();
    }

    @Test
    void deletingAFolderLeavesWhatItsLinksLeadTo() throws IOException {
        Path precious = Files.writeString(
                Files.createDirectory(folder.resolve("precious")).resolve("a"), "x");
        write("v000001/b", "x");
        Files.createSymbolicLink(data().resolve("v000001/link"), precious.getParent());
        storage().deleteTree("v000001");
        assertThat(precious).hasContent("x");
        assertThat(storage().names("")).isEmpty();
    }

    @Test
    void anUnreadableFolderIsAnErrorNotAnEmptyOne() throws IOException {
        Files.createDirectories(data().resolve("closed"));
        Files.setPosixFilePermissions(data().resolve("closed"), PosixFilePermissions.fromString("-wx------"));
        try {
            Assumptions.assumeFalse(
                    Files.isReadable(data().resolve("closed")), "The superuser reads every folder: not tried");
            assertThatThrownBy(() -> storage().walk(""))
                    .hasMessage("[" + storage().root() + "] Cannot list: permission denied; check the owner and mode of"
                            + " the file and its folder");
        } finally {
            Files.setPosixFilePermissions(data().resolve("closed"), PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void aFileWhereAFolderBelongsIsAnError() throws IOException {
        write("a", "x");
        assertThatThrownBy(() -> storage().create("a/b"))
                .hasMessage("[a/b] Cannot create: something has the name already");
        assertThatThrownBy(() -> storage().open("a/b"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("[a/b] ");
    }

    @Test
    void aFullDiskLeavesNothingAndSaysWhatToDo() throws Exception {
        Path disk = Files.createDirectories(data());
        String mounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString());
        Assumptions.assumeTrue(mounted.isEmpty(), "Only who may mount a small disk can fill it; not tried: " + mounted);
        try {
            write("a.npy", "abc");
            try (OutputFile file = storage().create("k/b.npy")) {
                assertThatThrownBy(() -> file.write(ByteBuffer.allocate(2 << 20)))
                        .hasMessage("[k/b.npy] Cannot write: no space left; free some on the disk of " + disk
                                + "/k or choose another target");
            }
            assertThat(storage().names("k")).isEmpty();
            WrittenFile part = write(".part", random(600_000));
            assertThatThrownBy(() -> storage().assemble("c.npy", List.of(part)))
                    .hasMessage("[c.npy] Cannot write: no space left; free some on the disk of " + disk
                            + " or choose another target");
            assertThat(storage().names("")).containsExactlyInAnyOrder("a.npy", ".part", "k");
            assertThat(text("a.npy")).isEqualTo("abc");
        } finally {
            assertThat(run("umount", disk.toString())).isEmpty();
        }
    }

    /** What a command says; nothing if all is well. */
    private static String run(String... command) throws Exception {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return e.toString();
        }
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        return process.waitFor() == 0 ? "" : command[0] + " failed: " + said;
    }

    @Test
    void refusesPathsLongerThanTheKernelTakes() {
        String path = "a/".repeat(2_000) + "b".repeat(100);
        assertThat(storage().refusal(path)).contains("the path is longer than 4095 bytes");
    }

    @Test
    void realRootResolvesLinks() throws IOException {
        Path real = Files.createDirectories(folder.resolve("real"));
        Files.createSymbolicLink(folder.resolve("alias"), real);
        Storage alias = Storages.of(folder.resolve("alias/x/y").toString(), configuration());
        Storage direct = Storages.of(real.resolve("x/y").toString(), configuration());
        assertThat(alias.realRoot()).isEqualTo(direct.realRoot());
        assertThat(alias.root()).isNotEqualTo(direct.root());
        assertThat(text(alias, "f")).isEqualTo(text(direct, "f"));
    }

    private static String text(Storage storage, String path) throws IOException {
        storage.createExclusive(path, "once".getBytes(UTF_8));
        return new String(storage.readSmall(path, 10), UTF_8);
    }
}
