package io.cropmill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link Storage} promises. */
abstract class StorageContract {
    private Storage storage;

    /** A folder that does not exist yet. */
    abstract String newLocation() throws IOException;

    abstract Configuration configuration();

    @BeforeEach
    void openStorage() throws IOException {
        storage = Storages.of(newLocation(), configuration());
    }

    @Test
    void rootIsAbsoluteWithoutTrailingSlashAndOpensTheSameFolder() throws IOException {
        write("a/b.npy", "x");
        URI root = storage.root();
        assertThat(root.isAbsolute()).isTrue();
        assertThat(root.toString()).doesNotEndWith("/");
        assertThat(Storages.of(root, configuration()).walk("")).hasSize(1);
        assertThat(Storages.of(root.toString(), configuration()).walk("")).hasSize(1);
        assertThat(Storages.of(root + "/", configuration()).root()).isEqualTo(root);
    }

    @Test
    void realRootDoesNotDependOnWhetherTheFolderExists() throws IOException {
        URI before = storage.realRoot();
        write("a.npy", "x");
        assertThat(storage.realRoot()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/a", "a/", "a//b", ".", "..", "a/../b", "a/./b", "../a"})
    void refusesPathsThatLeaveTheFolder(String path) {
        String message = "Path must be relative, without empty, \".\" or \"..\" parts but was \"" + path + "\"";
        List<Callable<Object>> calls = List.of(
                () -> storage.stat(path),
                () -> storage.open(path),
                () -> storage.create(path),
                () -> storage.createExclusive(path, new byte[0]),
                () -> storage.delete(path),
                () -> storage.hosts(path, 0, 1),
                () -> storage.assemble(path, List.of()));
        for (Callable<Object> call : calls) {
            assertThatThrownBy(call::call)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(message);
        }
        assertThatThrownBy(() -> storage.replace(path, new byte[0])).hasMessage(message);
        assertThatThrownBy(() -> storage.deleteTree(path)).hasMessage(message);
    }

    @Test
    void walksAllRegularFilesInUtf8OrderWithoutHiddenOnes() throws IOException {
        for (String path : List.of(
                "b.npy",
                "a/z.npy",
                "a.npy",
                "a-.npy",
                "ü.npy",
                "a/.hidden.npy",
                "_logs/x.npy",
                ".git/y",
                "a/_SUCCESS",
                "\uFF5E.npy",
                "\uD83D\uDE97.npy",
                "a/b/c/d.npy",
                "a b.npy",
                "10.npy",
                "2.npy",
                "[x]*.npy",
                "a\\b.npy")) {
            write(path, path);
        }
        assertThat(storage.walk(""))
                .extracting(FileEntry::path)
                .containsExactly(
                        "10.npy",
                        "2.npy",
                        "[x]*.npy",
                        "a b.npy",
                        "a-.npy",
                        "a.npy",
                        "a/b/c/d.npy",
                        "a/z.npy",
                        "a\\b.npy",
                        "b.npy",
                        "ü.npy",
                        "\uFF5E.npy",
                        "\uD83D\uDE97.npy");
        assertThat(storage.walk("a")).extracting(FileEntry::path).containsExactly("a/b/c/d.npy", "a/z.npy");
        assertThat(storage.walk("_logs")).extracting(FileEntry::path).containsExactly("_logs/x.npy");
        assertThat(storage.walk("none")).isEmpty();
        assertThat(storage.walk("a.npy")).isEmpty();
        FileEntry last = storage.walk("").get(12);
        assertThat(last.bytes()).isEqualTo(8);
        assertThat(storage.stat(last.path())).contains(last);
    }

    @Test
    void namesOfAFolderIncludeHiddenOnesAndFolders() throws IOException {
        write("f/a.npy", "1");
        write("f/.b", "1");
        write("f/_c/d", "1");
        assertThat(storage.names("f")).containsExactlyInAnyOrder("a.npy", ".b", "_c");
        assertThat(storage.names("")).containsExactly("f");
        assertThat(storage.names("none")).isEmpty();
        assertThat(storage.names("f/a.npy")).isEmpty();
    }

    @Test
    void statTellsFilesOnly() throws IOException {
        write("f/a.npy", "abc");
        FileEntry entry = storage.stat("f/a.npy").orElseThrow();
        assertThat(entry.bytes()).isEqualTo(3);
        assertThat(entry.modifiedMillis()).isPositive();
        assertThat(entry.identity()).isNotEmpty();
        assertThat(storage.stat("f")).isEmpty();
        assertThat(storage.stat("f/none")).isEmpty();
        assertThat(storage.stat("f/a.npy/b")).isEmpty();
    }

    @Test
    void identityTellsTwoFilesOfOneNameApart() throws IOException {
        write("a", "abc");
        String first = storage.stat("a").orElseThrow().identity();
        assertThat(storage.stat("a").orElseThrow().identity()).isEqualTo(first);
        storage.replace("a", "xyz".getBytes(UTF_8));
        assertThat(storage.stat("a").orElseThrow().identity()).isNotEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsFillTheBufferUnlessTheFileEnds(boolean direct) throws IOException {
        byte[] content = random(3 * MiniDfs.BLOCK_BYTES + 12345);
        write("big", content);
        ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(2_500_000) : ByteBuffer.allocate(2_500_000);
        try (SeekableByteChannel channel = storage.open("big")) {
            assertThat(channel.size()).isEqualTo(content.length);
            buffer.position(7);
            assertThat(channel.read(buffer)).isEqualTo(2_500_000 - 7);
            assertThat(buffer.hasRemaining()).isFalse();
            assertSame(buffer.position(7), content, 0);
            assertThat(channel.position()).isEqualTo(2_500_000 - 7);
            assertThat(channel.read(buffer.clear())).isEqualTo(content.length - (2_500_000 - 7));
            assertThat(buffer.limit()).isEqualTo(buffer.capacity());
            assertSame(buffer.flip(), content, 2_500_000 - 7);
            assertThat(channel.read(buffer.clear())).isEqualTo(-1);
            assertThat(channel.read(ByteBuffer.allocate(0))).isZero();
            for (int at : new int[] {2_000_000, 17, 3_000_000, 2_999_990, content.length - 5}) {
                buffer.clear().limit(100);
                channel.position(at).read(buffer);
                assertSame(buffer.flip(), content, at);
            }
            assertThat(channel.position(content.length + 10L).read(buffer.clear()))
                    .isEqualTo(-1);
        }
    }

    @Test
    void channelsAreForReadingOnlyAndEndWithClose() throws IOException {
        write("a", "abc");
        SeekableByteChannel channel = storage.open("a");
        assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1))).isInstanceOf(NonWritableChannelException.class);
        assertThatThrownBy(() -> channel.truncate(1)).isInstanceOf(NonWritableChannelException.class);
        assertThatThrownBy(() -> channel.position(-1)).hasMessage("Position must not be negative but was -1");
        assertThat(channel.isOpen()).isTrue();
        channel.close();
        channel.close();
        assertThat(channel.isOpen()).isFalse();
        assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void openingWhatIsNoFileNamesThePath() throws IOException {
        write("f/a", "abc");
        assertThatThrownBy(() -> storage.open("f/none"))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("[f/none] Cannot open: there is no such file");
        assertThatThrownBy(() -> storage.open("f")).hasMessage("[f] Cannot open: it is no regular file");
    }

    @Test
    void smallFilesAreReadWholeUpToTheLimit() throws IOException {
        write("a", "abc");
        assertThat(storage.readSmall("a", 3)).isEqualTo("abc".getBytes(UTF_8));
        write("empty", "");
        assertThat(storage.readSmall("empty", 0)).isEmpty();
        assertThatThrownBy(() -> storage.readSmall("a", 2)).hasMessage("[a] Expected at most 2 bytes, but found 3");
        assertThatThrownBy(() -> storage.readSmall("b", 2)).hasMessage("[b] Cannot open: there is no such file");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void writesAllThatRemainsInTheBuffer(boolean direct) throws IOException {
        byte[] content = random(2_600_000);
        ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(content.length) : ByteBuffer.allocate(content.length);
        buffer.put(content).flip();
        try (OutputFile file = storage.create("deep/er/x.npy")) {
            buffer.limit(1_000);
            assertThat(file.write(buffer)).isEqualTo(1_000);
            buffer.limit(content.length);
            assertThat(file.write(buffer.slice().asReadOnlyBuffer())).isEqualTo(content.length - 1_000);
            assertThat(file.bytes()).isEqualTo(content.length);
            assertThat(file.finish()).isEqualTo(new WrittenFile("deep/er/x.npy", content.length, crc(content)));
            assertThat(file.isOpen()).isFalse();
        }
        assertThat(storage.readSmall("deep/er/x.npy", 1 << 22)).isEqualTo(content);
        assertThat(Checksums.read(storage, "deep/er/x.npy").crc32c()).isEqualTo(crc(content));
    }

    @Test
    void unfinishedFilesHaveAPrivateNameAndVanishWithClose() throws IOException {
        OutputFile file = storage.create("kitti/000000.npy");
        file.write(ByteBuffer.wrap(random(100)));
        assertThat(storage.names("kitti"))
                .singleElement()
                .asString()
                .matches("\\.000000\\.npy\\.[0-9a-f]{16}\\.tmp")
                .matches(StoragePath::isPrivate);
        assertThat(storage.walk("")).isEmpty();
        file.close();
        file.close();
        assertThat(storage.names("kitti")).isEmpty();
        assertThatThrownBy(() -> file.write(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(file::finish).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void longNamesHavePrivateNamesThatFit() throws IOException {
        String name = "ü".repeat(125) + ".npy";
        write(name, "x");
        assertThat(storage.names("")).containsExactly(name);
    }

    @Test
    void twoAttemptsThatWriteTheSameBytesBothSucceed() throws IOException {
        try (OutputFile first = storage.create("a.npy");
                OutputFile second = storage.create("a.npy")) {
            first.write(ByteBuffer.wrap("same".getBytes(UTF_8)));
            second.write(ByteBuffer.wrap("same".getBytes(UTF_8)));
            WrittenFile published = first.finish();
            assertThat(second.finish()).isEqualTo(published);
        }
        assertThat(text("a.npy")).isEqualTo("same");
        assertThat(storage.names("")).containsExactly("a.npy");
    }

    @Test
    void neverReplacesAPublishedFile() throws IOException {
        write("a.npy", "first");
        try (OutputFile other = storage.create("a.npy")) {
            other.write(ByteBuffer.wrap("other".getBytes(UTF_8)));
            assertThatThrownBy(other::finish)
                    .isInstanceOf(IOException.class)
                    .hasMessage("[a.npy] Cannot publish: Expected 5 bytes with crc32c b938dae4, but found a file of"
                            + " 5 bytes with crc32c 8a3ea150 under the name; published files are never replaced, so write"
                            + " to a new version");
        }
        try (OutputFile longer = storage.create("a.npy")) {
            longer.write(ByteBuffer.wrap("longer".getBytes(UTF_8)));
            assertThatThrownBy(longer::finish)
                    .hasMessageContaining("but found a file of 5 bytes under the name; published files");
        }
        assertThat(text("a.npy")).isEqualTo("first");
        assertThat(storage.names("")).containsExactly("a.npy");
    }

    @Test
    void aFolderUnderTheNameIsNeitherReplacedNorFilled() throws IOException {
        write("a/b", "x");
        try (OutputFile file = storage.create("a")) {
            assertThatThrownBy(file::finish).isInstanceOf(IOException.class).hasMessageStartingWith("[a] Cannot ");
        }
        assertThat(storage.names("a")).containsExactly("b");
        assertThat(storage.names("")).containsExactly("a");
        assertThat(storage.createExclusive("a", new byte[1])).isFalse();
        assertThatThrownBy(() -> storage.replace("a", new byte[1])).isInstanceOf(IOException.class);
        assertThat(storage.names("a")).containsExactly("b");
        assertThat(storage.names("")).containsExactly("a");
    }

    @Test
    void exclusiveCreationSucceedsForExactlyOneOfMany() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Boolean>> results = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                byte[] content = ("taker " + i).getBytes(UTF_8);
                results.add(threads.submit(() -> storage.createExclusive("locks/lock.000001", content)));
            }
            int winner = -1;
            for (int i = 0; i < 8; i++) {
                if (results.get(i).get()) {
                    assertThat(winner).isEqualTo(-1);
                    winner = i;
                }
            }
            assertThat(text("locks/lock.000001")).isEqualTo("taker " + winner);
            assertThat(storage.names("locks")).containsExactly("lock.000001");
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void replacesAtomicallyAndLeavesNothingElse() throws IOException {
        storage.replace("CURRENT", "v000001".getBytes(UTF_8));
        assertThat(text("CURRENT")).isEqualTo("v000001");
        storage.replace("CURRENT", "v000002".getBytes(UTF_8));
        assertThat(text("CURRENT")).isEqualTo("v000002");
        assertThat(storage.names("")).containsExactly("CURRENT");
    }

    @Test
    void readersOfAReplacedFileNeverMissIt() throws Exception {
        storage.replace("CURRENT", "0".getBytes(UTF_8));
        ExecutorService reader = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> reads = reader.submit(() -> {
                int count = 0;
                while (!text("CURRENT").equals("20")) {
                    count++;
                }
                return count;
            });
            for (int i = 1; i <= 20; i++) {
                storage.replace("CURRENT", Integer.toString(i).getBytes(UTF_8));
            }
            assertThat(reads.get()).isNotNegative();
        } finally {
            reader.shutdown();
        }
    }

    @Test
    void deletesFilesAndTellsWhetherThereWasOne() throws IOException {
        write("f/a", "x");
        assertThat(storage.delete("f/a")).isTrue();
        assertThat(storage.delete("f/a")).isFalse();
        assertThat(storage.delete("none/a")).isFalse();
        assertThatThrownBy(() -> storage.delete("f")).hasMessage("[f] Cannot delete: it is a folder");
    }

    @Test
    void deletesWholeFolders() throws IOException {
        write("f/g/a", "x");
        write("f/.b", "x");
        write("h", "x");
        storage.deleteTree("f");
        storage.deleteTree("f");
        assertThat(storage.names("")).containsExactly("h");
    }

    @Test
    void syncsFoldersAndTellsFreeBytes() throws IOException {
        assertThat(storage.freeBytes()).isPositive();
        write("f/g/a", "x");
        storage.syncFolder("f/g");
        storage.syncFolder("");
        assertThat(storage.freeBytes()).isPositive();
    }

    @Test
    void refusesNamesThatAreTooLong() {
        assertThat(storage.refusal("kitti/000000.npy")).isEmpty();
        assertThat(storage.refusal("a/" + "ü".repeat(127) + "x")).isEmpty();
        assertThat(storage.refusal("a/" + "ü".repeat(128)))
                .contains("the part \"" + "ü".repeat(128) + "\" is longer than 255 bytes");
    }

    @Test
    void assemblesPartsInOrderAndDeletesThem() throws IOException {
        byte[] first = random(MiniDfs.BLOCK_BYTES + 321);
        byte[] second = random(17);
        byte[] third = random(2 * MiniDfs.BLOCK_BYTES + 1);
        List<WrittenFile> parts =
                List.of(write("r/.p0", first), write("r/.p1", second), write("r/.p2", ""), write("r/.p3", third));
        byte[] whole = ByteBuffer.allocate(first.length + second.length + third.length)
                .put(first)
                .put(second)
                .put(third)
                .array();
        WrittenFile expected = new WrittenFile("r/x.npy", whole.length, crc(whole));
        assertThat(storage.assemble("r/x.npy", parts)).isEqualTo(expected);
        assertThat(storage.readSmall("r/x.npy", 1 << 23)).isEqualTo(whole);
        assertThat(storage.names("r")).containsExactly("x.npy");
        assertThat(storage.assemble("r/x.npy", parts)).isEqualTo(expected);
    }

    @Test
    void assemblesPartsOfOtherFoldersAndOfNoBytes() throws IOException {
        List<WrittenFile> parts = List.of(write("p/a", "abc"), write("q/b", "def"));
        assertThat(storage.assemble("x", parts).bytes()).isEqualTo(6);
        assertThat(text("x")).isEqualTo("abcdef");
        assertThat(storage.names("p")).isEmpty();
        assertThat(storage.assemble("y", List.of(write("e", ""))).bytes()).isZero();
        assertThat(storage.assemble("z", List.of()).bytes()).isZero();
        assertThat(storage.names("")).containsExactlyInAnyOrder("x", "y", "z", "p", "q");
    }

    @Test
    void assemblyNeverReplacesAndKeepsThePartsThen() throws IOException {
        write("x", "other");
        List<WrittenFile> parts = List.of(write(".a", "abc"), write(".b", "def"));
        assertThatThrownBy(() -> storage.assemble("x", parts))
                .hasMessageStartingWith("[x] Cannot publish: Expected 6 bytes with crc32c ");
        assertThat(text("x")).isEqualTo("other");
        assertThat(storage.names("")).containsExactlyInAnyOrder("x", ".a", ".b");
    }

    @Test
    void assemblyRefusesPartsThatAreNotWhatWasWritten() throws IOException {
        WrittenFile part = write(".a", "abc");
        WrittenFile longer = new WrittenFile(".a", 4, part.crc32c());
        assertThatThrownBy(() -> storage.assemble("x", List.of(longer)))
                .hasMessage("[.a] Expected 4 bytes, but found 3");
        WrittenFile missing = new WrittenFile(".b", 3, 0);
        assertThatThrownBy(() -> storage.assemble("x", List.of(part, missing)))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> storage.assemble(".a", List.of(part)))
                .hasMessage("A part must not have the whole's path \".a\"");
        assertThat(storage.names("")).containsExactly(".a");
    }

    final Storage storage() {
        return storage;
    }

    final WrittenFile write(String path, String content) throws IOException {
        return write(path, content.getBytes(UTF_8));
    }

    final WrittenFile write(String path, byte[] content) throws IOException {
        try (OutputFile file = storage.create(path)) {
            file.write(ByteBuffer.wrap(content));
            return file.finish();
        }
    }

    final String text(String path) throws IOException {
        return new String(storage.readSmall(path, 1 << 20), UTF_8);
    }

    static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    private static void assertSame(ByteBuffer actual, byte[] expected, int offset) {
        assertThat(actual.mismatch(ByteBuffer.wrap(expected, offset, actual.remaining())))
                .isEqualTo(-1);
    }
}
