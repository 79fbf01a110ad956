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
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link Storage} promises. */
abstract class StorageContract extends WritingContract {
    @Test
    void rootIsAbsoluteWithoutTrailingSlashAndOpensTheSameFolder() throws IOException {
        write("a/b.npy", "x");
        URI root = storage().root();
        assertThat(root.isAbsolute()).isTrue();
        assertThat(root.toString()).doesNotEndWith("/");
        assertThat(Storages.of(root, configuration()).walk("")).hasSize(1);
        assertThat(Storages.of(root.toString(), configuration()).walk("")).hasSize(1);
        assertThat(Storages.of(root + "/", configuration()).root()).isEqualTo(root);
    }

    @Test
    void realRootDoesNotDependOnWhetherTheFolderExists() throws IOException {
        URI before = storage().realRoot();
        write("a.npy", "x");
        assertThat(storage().realRoot()).isEqualTo(before);
    }

    @Test
    void tellsWhatIsAtTheRoot() throws IOException {
        assertThat(storage().rootNow()).isEqualTo(Storage.Root.MISSING);
        write("a.npy", "x");
        assertThat(storage().rootNow()).isEqualTo(Storage.Root.FOLDER);
        assertThat(at("/none/deeper").rootNow()).isEqualTo(Storage.Root.MISSING);
        assertThat(at("/a.npy").rootNow()).isEqualTo(Storage.Root.FILE);
        assertThat(at("/a.npy/below/it").rootNow()).isEqualTo(Storage.Root.FILE);
    }

    private Storage at(String below) throws IOException {
        return Storages.of(storage().root() + below, configuration());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/a", "a/", "a//b", ".", "..", "a/../b", "a/./b", "../a"})
    void refusesPathsThatLeaveTheFolder(String path) {
        String message = "Path must be relative, without empty, \".\" or \"..\" parts but was \"" + path + "\"";
        List<Callable<Object>> calls = List.of(
                () -> storage().stat(path),
                () -> storage().open(path),
                () -> storage().create(path),
                () -> storage().createExclusive(path, new byte[0]),
                () -> storage().delete(path),
                () -> storage().hosts(path, 0, 1),
                () -> storage().assemble(path, List.of()));
        for (Callable<Object> call : calls) {
            assertThatThrownBy(call::call)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(message);
        }
        assertThatThrownBy(() -> storage().replace(path, new byte[0])).hasMessage(message);
        assertThatThrownBy(() -> storage().deleteTree(path)).hasMessage(message);
        assertThatThrownBy(() -> storage().makeFolder(path)).hasMessage(message);
        assertThatThrownBy(() -> storage().createInFolder(path, new byte[0])).hasMessage(message);
        assertThatThrownBy(() -> storage().rename(path, "a")).hasMessage(message);
        assertThatThrownBy(() -> storage().rename("a", path)).hasMessage(message);
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
        assertThat(storage().walk(""))
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
        assertThat(storage().walk("a")).extracting(FileEntry::path).containsExactly("a/b/c/d.npy", "a/z.npy");
        assertThat(storage().walk("_logs")).extracting(FileEntry::path).containsExactly("_logs/x.npy");
        assertThat(storage().walk("none")).isEmpty();
        assertThat(storage().walk("a.npy")).isEmpty();
        assertThat(storage().walkWithHidden("a"))
                .extracting(FileEntry::path)
                .containsExactly("a/.hidden.npy", "a/_SUCCESS", "a/b/c/d.npy", "a/z.npy");
        assertThat(storage().walkWithHidden("none")).isEmpty();
        assertThat(storage().linkCount("a/z.npy")).isEqualTo(1);
        FileEntry last = storage().walk("").get(12);
        assertThat(last.bytes()).isEqualTo(8);
        assertThat(storage().stat(last.path())).contains(last);
    }

    @Test
    void namesOfAFolderIncludeHiddenOnesAndFolders() throws IOException {
        write("f/a.npy", "1");
        write("f/.b", "1");
        write("f/_c/d", "1");
        assertThat(storage().names("f")).containsExactlyInAnyOrder("a.npy", ".b", "_c");
        assertThat(storage().names("")).containsExactly("f");
        assertThat(storage().names("none")).isEmpty();
        assertThat(storage().names("f/a.npy")).isEmpty();
    }

    @Test
    void statTellsFilesOnly() throws IOException {
        write("f/a.npy", "abc");
        FileEntry entry = storage().stat("f/a.npy").orElseThrow();
        assertThat(entry.bytes()).isEqualTo(3);
        assertThat(entry.modifiedMillis()).isPositive();
        assertThat(entry.identity()).isNotEmpty();
        assertThat(storage().stat("f")).isEmpty();
        assertThat(storage().stat("f/none")).isEmpty();
        assertThat(storage().stat("f/a.npy/b")).isEmpty();
    }

    @Test
    void identityTellsTwoFilesOfOneNameApart() throws IOException {
        write("a", "abc");
        String first = storage().stat("a").orElseThrow().identity();
        assertThat(storage().stat("a").orElseThrow().identity()).isEqualTo(first);
        storage().replace("a", "xyz".getBytes(UTF_8));
        assertThat(storage().stat("a").orElseThrow().identity()).isNotEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsFillTheBufferUnlessTheFileEnds(boolean direct) throws IOException {
        byte[] content = random(3 * MiniDfs.BLOCK_BYTES + 12345);
        write("big", content);
        ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(2_500_000) : ByteBuffer.allocate(2_500_000);
        try (SeekableByteChannel channel = storage().open("big")) {
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
        SeekableByteChannel channel = storage().open("a");
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
        assertThatThrownBy(() -> storage().open("f/none"))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("[f/none] Cannot open: there is no such file");
        assertThatThrownBy(() -> storage().open("f")).hasMessage("[f] Cannot open: it is no regular file");
    }

    @Test
    void smallFilesAreReadWholeUpToTheLimit() throws IOException {
        write("a", "abc");
        assertThat(storage().readSmall("a", 3)).isEqualTo("abc".getBytes(UTF_8));
        write("empty", "");
        assertThat(storage().readSmall("empty", 0)).isEmpty();
        assertThatThrownBy(() -> storage().readSmall("a", 2)).hasMessage("[a] Expected at most 2 bytes, but found 3");
        assertThatThrownBy(() -> storage().readSmall("b", 2)).hasMessage("[b] Cannot open: there is no such file");
    }

    @Test
    void deletesFilesAndTellsWhetherThereWasOne() throws IOException {
        write("f/a", "x");
        assertThat(storage().delete("f/a")).isTrue();
        assertThat(storage().delete("f/a")).isFalse();
        assertThat(storage().delete("none/a")).isFalse();
        assertThatThrownBy(() -> storage().delete("f")).hasMessage("[f] Cannot delete: it is a folder");
    }

    @Test
    void deletesWholeFolders() throws IOException {
        write("f/g/a", "x");
        write("f/.b", "x");
        write("h", "x");
        storage().deleteTree("f");
        storage().deleteTree("f");
        assertThat(storage().names("")).containsExactly("h");
    }

    @Test
    void syncsFoldersAndTellsFreeBytes() throws IOException {
        assertThat(storage().freeBytes()).isPositive();
        write("f/g/a", "x");
        storage().syncFolder("f/g");
        storage().syncFolder("");
        assertThat(storage().freeBytes()).isPositive();
    }

    @Test
    void refusesNamesThatAreTooLong() {
        assertThat(storage().refusal("kitti/000000.npy")).isEmpty();
        assertThat(storage().refusal("a/" + "ü".repeat(127) + "x")).isEmpty();
        assertThat(storage().refusal("a/" + "ü".repeat(128)))
                .contains("the part \"" + "ü".repeat(128) + "\" is longer than 255 bytes");
    }

    private static void assertSame(ByteBuffer actual, byte[] expected, int offset) {
        assertThat(actual.mismatch(ByteBuffer.wrap(expected, offset, actual.remaining())))
                .isEqualTo(-1);
    }

    @Test
    void deletesTheFoldersThatItMadeUpToTheFirstThatHoldsSomething() throws IOException {
        Storage below = Storages.of(storage().root() + "/new/deep/er", configuration());
        write("kept.npy", "x");
        assertThat(below.missingFolders()).isEqualTo(3);
        below.createExclusive("a", new byte[1]);
        assertThat(below.missingFolders()).isZero();
        below.deleteEmptyFolders(3);
        assertThat(below.names("")).containsExactly("a");
        below.delete("a");
        write("new/b.npy", "x");
        below.deleteEmptyFolders(3);
        assertThat(below.missingFolders()).isEqualTo(2);
        storage().delete("new/b.npy");
        below.deleteEmptyFolders(4);
        assertThat(below.missingFolders()).isEqualTo(3);
        assertThat(storage().names("")).containsExactly("kept.npy");
    }
}
