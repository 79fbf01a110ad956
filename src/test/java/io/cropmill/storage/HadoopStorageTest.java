package io.cropmill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

@Slow
class HadoopStorageTest extends StorageContract {
    @Override
    String newLocation() {
        return MiniDfs.shared().newFolder();
    }

    @Override
    Configuration configuration() {
        return MiniDfs.shared().configuration();
    }

    private static DistributedFileSystem hdfs() {
        return (DistributedFileSystem) MiniDfs.shared().fileSystem();
    }

    private Path path(String name) {
        return new Path(storage().root() + "/" + name);
    }

    @Test
    void joinsPartsByTheirBlocks() throws IOException {
        byte[] first = random(MiniDfs.BLOCK_BYTES + 321);
        byte[] second = random(2 * MiniDfs.BLOCK_BYTES + 1);
        storage().assemble("r/x", List.of(write("r/.p0", first), write("r/.p1", second)));
        long length = first.length + (long) second.length;
        // Copied, it would have four blocks; the two parts have two and three.
        assertThat(hdfs().getFileBlockLocations(path("r/x"), 0, length)).hasSize(5);
    }

    @Test
    void joinsPartsOfLargerBlocksThanTheDefault() throws IOException {
        hdfs().create(path("r/.p0"), false, 4096, (short) 1, 4L * MiniDfs.BLOCK_BYTES)
                .close();
        hdfs().delete(path("r/.p0"), false);
        try (var out = hdfs().create(path("r/.p0"), false, 4096, (short) 1, 4L * MiniDfs.BLOCK_BYTES)) {
            out.write("abc".getBytes(UTF_8));
        }
        WrittenFile part = Checksums.read(storage(), "r/.p0");
        storage().assemble("r/x", List.of(part, write("r/.p1", "def")));
        assertThat(text("r/x")).isEqualTo("abcdef");
        assertThat(hdfs().getFileBlockLocations(path("r/x"), 0, 6)).hasSize(2);
    }

    /** Joining takes three steps; the parts are gone after the second. */
    @Test
    void goesOnWhereAnAttemptDied() throws IOException {
        for (int steps = 1; steps <= 3; steps++) {
            String folder = "died-" + steps;
            List<WrittenFile> parts = List.of(write(folder + "/.p0", "abc"), write(folder + "/.p1", "def"));
            Path joined = path(folder + "/.x.joined");
            hdfs().create(joined).close();
            if (steps > 1) {
                hdfs().concat(joined, new Path[] {path(folder + "/.p0"), path(folder + "/.p1")});
            }
            if (steps > 2) {
                assertThat(hdfs().rename(joined, path(folder + "/x"))).isTrue();
            }
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThat(storage().assemble(folder + "/x", parts)).isEqualTo(Checksums.joined(folder + "/x", parts));
                assertThat(text(folder + "/x")).isEqualTo("abcdef");
                assertThat(storage().names(folder)).containsExactly("x");
            }
        }
    }

    @Test
    void tellsWhichPartIsMissing() throws IOException {
        List<WrittenFile> parts = List.of(write("r/.p0", "abc"), new WrittenFile("r/.p1", 3, 0));
        assertThatThrownBy(() -> storage().assemble("r/x", parts))
                .hasMessage("[r/.p1] Cannot join: there is no such file");
    }

    @Test
    void copiesPartsThatHdfsWillNotJoin() throws IOException {
        List<WrittenFile> parts = List.of(write("r/.p0", random(3000)), write("r/.p1", random(5000)));
        hdfs().allowSnapshot(path("r"));
        hdfs().createSnapshot(path("r"), "s");
        try {
            assertThat(storage().assemble("r/x", parts).bytes()).isEqualTo(8000);
            assertThat(Checksums.read(storage(), "r/x").crc32c())
                    .isEqualTo(RunningCrc32c.joined("r/x", parts).crc32c());
            assertThat(hdfs().getFileBlockLocations(path("r/x"), 0, 8000)).hasSize(1);
            assertThat(storage().names("r")).contains("x");
        } finally {
            hdfs().deleteSnapshot(path("r"), "s");
        }
    }

    @Test
    void tellsTheHostsOfTheBytes() throws IOException {
        write("a", random(2 * MiniDfs.BLOCK_BYTES));
        assertThat(storage().hosts("a", 0, 2L * MiniDfs.BLOCK_BYTES)).containsExactly("127.0.0.1");
        assertThat(storage().hosts("a", 3L * MiniDfs.BLOCK_BYTES, 10)).isEmpty();
        assertThatThrownBy(() -> storage().hosts("none", 0, 1))
                .hasMessage("[none] Cannot locate: there is no such file");
    }

    @Test
    void freeBytesObeyTheQuotasOfFoldersAbove() throws IOException {
        write("deep/a", "x");
        long unlimited = storage().freeBytes();
        hdfs().setQuota(path(""), Long.MAX_VALUE, 10L * MiniDfs.BLOCK_BYTES);
        Storage deep = Storages.of(storage().root() + "/deep/not/yet", configuration());
        // Clients of one cluster share the settings of whoever in this JVM came first, and each copy takes its room.
        short copies = hdfs().getDefaultReplication(path(""));
        assertThat(deep.freeBytes())
                .isEqualTo((10L * MiniDfs.BLOCK_BYTES - 1) / copies)
                .isLessThan(unlimited);
    }

    @Test
    void anExceededQuotaSaysWhatToDoAndLeavesNothing() throws IOException {
        write("a", "x");
        hdfs().setQuota(path(""), Long.MAX_VALUE, 2L * MiniDfs.BLOCK_BYTES);
        try (OutputFile file = storage().create("b")) {
            assertThatThrownBy(() -> {
                        file.write(ByteBuffer.allocate(4 * MiniDfs.BLOCK_BYTES));
                        file.finish();
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessage("[b] Cannot write: no space left; free some or raise the quota of "
                            + storage().root() + ", or choose another target");
        }
        assertThat(storage().names("")).containsExactly("a");
    }

    @Test
    void refusesColons() {
        assertThat(storage().refusal("a:b/c")).contains("HDFS has no names with a colon");
        assertThat(storage().hasHardLinks()).isFalse();
        assertThatThrownBy(() -> storage().link("a", "b")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void spellingsOfOneFolderHaveOneRealRoot() throws IOException {
        URI root = storage().root();
        Configuration configuration = configuration();
        configuration.set("fs.viewfs.mounttable.mill.link./data", root.toString());
        URI real = storage().realRoot();
        assertThat(Storages.of("hdfs://" + root.getPath(), configuration).realRoot())
                .isEqualTo(real);
        assertThat(Storages.of("hdfs:" + root.getPath(), configuration).realRoot())
                .isEqualTo(real);
        assertThat(Storages.of("viewfs://mill/data", configuration).realRoot()).isEqualTo(real);
        assertThat(Storages.of("viewfs://mill/data/x/y", configuration).realRoot())
                .isEqualTo(URI.create(real + "/x/y"));
        String byName = "hdfs://localhost:" + root.getPort() + root.getPath();
        assertThat(Storages.of(byName, configuration).realRoot()).isEqualTo(real);
        assertThat(Storages.targetRefusal(storage())).isEmpty();
        assertThat(Storages.targetRefusal(Storages.of("viewfs://mill/data/x", configuration)))
                .isEmpty();
    }

    @Test
    void aMountOfAFileSystemWithoutAtomicRenameIsNoTarget() throws IOException {
        Configuration configuration = configuration();
        configuration.set("fs.viewfs.mounttable.mixed.link./web", "http://localhost:1/x");
        Storage web = Storages.of("viewfs://mixed/web/y", configuration);
        assertThat(Storages.targetRefusal(web))
                .hasValueSatisfying(message -> assertThat(message)
                        .startsWith(
                                "target must be on file:, hdfs: or viewfs: of hdfs:, where renames are atomic and no reader sees"
                                        + " half a version, but was"
                                        + " viewfs://mixed/web/y"));
    }
}
