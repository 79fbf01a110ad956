package io.cropmill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link Storage} promises about writing. */
abstract class WritingContract extends StorageFixture {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void writesAllThatRemainsInTheBuffer(boolean direct) throws IOException {
        byte[] content = random(2_600_000);
        ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(content.length) : ByteBuffer.allocate(content.length);
        buffer.put(content).flip();
        try (OutputFile file = storage().create("deep/er/x.npy")) {
            buffer.limit(1_000);
            assertThat(file.write(buffer)).isEqualTo(1_000);
            buffer.limit(content.length);
            assertThat(file.write(buffer.slice().asReadOnlyBuffer())).isEqualTo(content.length - 1_000);
            assertThat(file.bytes()).isEqualTo(content.length);
            assertThat(file.finish()).isEqualTo(new WrittenFile("deep/er/x.npy", content.length, crc(content)));
            assertThat(file.isOpen()).isFalse();
        }
        assertThat(storage().readSmall("deep/er/x.npy", 1 << 22)).isEqualTo(content);
        assertThat(Checksums.read(storage(), "deep/er/x.npy").crc32c()).isEqualTo(crc(content));
    }

    @Test
    void unfinishedFilesHaveAPrivateNameAndVanishWithClose() throws IOException {
        OutputFile file = storage().create("kitti/000000.npy");
        file.write(ByteBuffer.wrap(random(100)));
        assertThat(storage().names("kitti"))
                .singleElement()
                .asString()
                .matches("\\.000000\\.npy\\.[0-9a-f]{16}\\.tmp")
                .matches(StoragePath::isPrivate);
        assertThat(storage().walk("")).isEmpty();
        file.close();
        file.close();
        assertThat(storage().names("kitti")).isEmpty();
        assertThatThrownBy(() -> file.write(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(file::finish).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void longNamesHavePrivateNamesThatFit() throws IOException {
        String name = "ü".repeat(125) + ".npy";
        write(name, "x");
        assertThat(storage().names("")).containsExactly(name);
    }

    @Test
    void twoAttemptsThatWriteTheSameBytesBothSucceed() throws IOException {
        try (OutputFile first = storage().create("a.npy");
                OutputFile second = storage().create("a.npy")) {
            first.write(ByteBuffer.wrap("same".getBytes(UTF_8)));
            second.write(ByteBuffer.wrap("same".getBytes(UTF_8)));
            WrittenFile published = first.finish();
            assertThat(second.finish()).isEqualTo(published);
        }
        assertThat(text("a.npy")).isEqualTo("same");
        assertThat(storage().names("")).containsExactly("a.npy");
    }

    @Test
    void neverReplacesAPublishedFile() throws IOException {
        write("a.npy", "first");
        try (OutputFile other = storage().create("a.npy")) {
            other.write(ByteBuffer.wrap("other".getBytes(UTF_8)));
            assertThatThrownBy(other::finish)
                    .isInstanceOf(IOException.class)
                    .hasMessage("[a.npy] Cannot publish: Expected 5 bytes with crc32c b938dae4, but found a file of"
                            + " 5 bytes with crc32c 8a3ea150 under the name; published files are never replaced, so write"
                            + " to a new version");
        }
        try (OutputFile longer = storage().create("a.npy")) {
            longer.write(ByteBuffer.wrap("longer".getBytes(UTF_8)));
            assertThatThrownBy(longer::finish)
                    .hasMessageContaining("but found a file of 5 bytes under the name; published files");
        }
        assertThat(text("a.npy")).isEqualTo("first");
        assertThat(storage().names("")).containsExactly("a.npy");
    }

    @Test
    void aFolderUnderTheNameIsNeitherReplacedNorFilled() throws IOException {
        write("a/b", "x");
        try (OutputFile file = storage().create("a")) {
            assertThatThrownBy(file::finish).isInstanceOf(IOException.class).hasMessageStartingWith("[a] Cannot ");
        }
        assertThat(storage().names("a")).containsExactly("b");
        assertThat(storage().names("")).containsExactly("a");
        assertThat(storage().createExclusive("a", new byte[1])).isFalse();
        assertThatThrownBy(() -> storage().replace("a", new byte[1])).isInstanceOf(IOException.class);
        assertThat(storage().names("a")).containsExactly("b");
        assertThat(storage().names("")).containsExactly("a");
    }

    @Test
    void exclusiveCreationSucceedsForExactlyOneOfMany() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Boolean>> results = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                byte[] content = ("taker " + i).getBytes(UTF_8);
                results.add(threads.submit(() -> storage().createExclusive("locks/lock.000001", content)));
            }
            int winner = -1;
            for (int i = 0; i < 8; i++) {
                if (results.get(i).get()) {
                    assertThat(winner).isEqualTo(-1);
                    winner = i;
                }
            }
            assertThat(text("locks/lock.000001")).isEqualTo("taker " + winner);
            assertThat(storage().names("locks")).containsExactly("lock.000001");
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void createsAFileInAFolderThatIsThereAndNowhereElse() throws IOException {
        assertThatThrownBy(() -> storage().createInFolder("none/deep/1", new byte[1]))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("[none/deep/1] Cannot create: there is no such file");
        assertThat(storage().names("")).isEmpty();
        storage().makeFolder("none/deep");
        storage().makeFolder("none/deep");
        storage().createInFolder("none/deep/1", "one".getBytes(UTF_8));
        assertThat(text("none/deep/1")).isEqualTo("one");
        assertThatThrownBy(() -> storage().createInFolder("none/deep/1", new byte[1]))
                .hasMessage("[none/deep/1] Cannot create: something has the name already");
        assertThat(text("none/deep/1")).isEqualTo("one");
        assertThat(storage().names("none/deep")).containsExactly("1");
        storage().deleteTree("none");
        assertThatThrownBy(() -> storage().createInFolder("none/deep/1", new byte[1]))
                .isInstanceOf(FileNotFoundException.class);
        assertThat(storage().names("")).isEmpty();
    }

    @Test
    void renamesOverAFileAndIntoAFolderThatIsThere() throws IOException {
        write("a/1", "new");
        write("b/2", "old");
        storage().rename("a/1", "b/2");
        assertThat(text("b/2")).isEqualTo("new");
        assertThat(storage().names("a")).isEmpty();
        storage().rename("b/2", "a/3");
        assertThat(text("a/3")).isEqualTo("new");
        assertThatThrownBy(() -> storage().rename("b/2", "a/3"))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("[b/2] Cannot rename to a/3: there is no such file");
        assertThatThrownBy(() -> storage().rename("a/3", "c/3"))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("[a/3] Cannot rename to c/3: there is no such file");
        assertThat(text("a/3")).isEqualTo("new");
        assertThat(storage().names("")).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void replacesAtomicallyAndLeavesNothingElse() throws IOException {
        storage().replace("CURRENT", "v000001".getBytes(UTF_8));
        assertThat(text("CURRENT")).isEqualTo("v000001");
        storage().replace("CURRENT", "v000002".getBytes(UTF_8));
        assertThat(text("CURRENT")).isEqualTo("v000002");
        assertThat(storage().names("")).containsExactly("CURRENT");
    }

    @Test
    void readersOfAReplacedFileNeverMissIt() throws Exception {
        storage().replace("CURRENT", "0".getBytes(UTF_8));
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
                storage().replace("CURRENT", Integer.toString(i).getBytes(UTF_8));
            }
            assertThat(reads.get()).isNotNegative();
        } finally {
            reader.shutdown();
        }
    }

    @Test
    void assemblesPartsInOrder() throws IOException {
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
        assertThat(storage().assemble("r/x.npy", parts)).isEqualTo(expected);
        assertThat(storage().readSmall("r/x.npy", 1 << 23)).isEqualTo(whole);
        assertThat(storage().assemble("r/x.npy", parts)).isEqualTo(expected);
        for (WrittenFile part : parts) {
            storage().delete(part.path());
        }
        assertThat(storage().names("r")).containsExactly("x.npy");
        assertThat(storage().assemble("r/x.npy", parts)).isEqualTo(expected);
    }

    @Test
    void attemptsThatAssembleAtOnceAllEndWell() throws Exception {
        int attempts = 4;
        ExecutorService pool = Executors.newFixedThreadPool(attempts);
        try {
            for (int round = 0; round < 25; round++) {
                String whole = "r" + round + "/x.npy";
                List<WrittenFile> parts = new ArrayList<>();
                for (int part = 0; part < 3; part++) {
                    parts.add(write("r" + round + "/.p" + part, random(1000 + part)));
                }
                WrittenFile expected = Checksums.joined(whole, parts);
                CyclicBarrier start = new CyclicBarrier(attempts);
                List<Future<WrittenFile>> ends = new ArrayList<>();
                for (int attempt = 0; attempt < attempts; attempt++) {
                    ends.add(pool.submit(() -> {
                        start.await();
                        return storage().assemble(whole, parts);
                    }));
                }
                for (Future<WrittenFile> end : ends) {
                    assertThat(end.get()).isEqualTo(expected);
                }
                assertThat(Checksums.read(storage(), whole)).isEqualTo(expected);
            }
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void assemblesPartsOfOtherFoldersAndOfNoBytes() throws IOException {
        List<WrittenFile> parts = List.of(write("p/a", "abc"), write("q/b", "def"));
        assertThat(storage().assemble("x", parts).bytes()).isEqualTo(6);
        assertThat(text("x")).isEqualTo("abcdef");
        assertThat(storage().assemble("y", List.of(write("e", ""))).bytes()).isZero();
        assertThat(storage().assemble("z", List.of()).bytes()).isZero();
        assertThat(storage().names("")).containsExactlyInAnyOrder("x", "y", "z", "p", "q", "e");
    }

    @Test
    void assemblyNeverReplacesAndKeepsThePartsThen() throws IOException {
        write("x", "other");
        List<WrittenFile> parts = List.of(write(".a", "abc"), write(".b", "def"));
        assertThatThrownBy(() -> storage().assemble("x", parts))
                .hasMessageStartingWith("[x] Cannot publish: Expected 6 bytes with crc32c ");
        assertThat(text("x")).isEqualTo("other");
        assertThat(storage().names("")).containsExactlyInAnyOrder("x", ".a", ".b");
    }

    @Test
    void assemblyRefusesPartsThatAreNotWhatWasWritten() throws IOException {
        WrittenFile part = write(".a", "abc");
        WrittenFile longer = new WrittenFile(".a", 4, part.crc32c());
        assertThatThrownBy(() -> storage().assemble("x", List.of(longer)))
                .hasMessage("[.a] Expected 4 bytes, but found 3");
        WrittenFile missing = new WrittenFile(".b", 3, 0);
        assertThatThrownBy(() -> storage().assemble("x", List.of(part, missing)))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> storage().assemble(".a", List.of(part)))
                .hasMessage("A part must not have the whole's path \".a\"");
        assertThat(storage().names("")).doesNotContain("x").contains(".a");
    }
}
