package io.cropmill.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** Reads real and broken files collected beside the project, where NumPy's own verdict on each is written down. */
class CollectedFilesTest {
    private static final Path DATA =
            Path.of(Optional.ofNullable(System.getenv("CROPMILL_SHARED")).orElse("../shared"), "data");

    /** Files that {@code numpy.load} opens although they are damaged, or are not one array. */
    private static final Set<String> STRICTER = Set.of(
            "trailing-16-bytes.npy",
            "concatenated-two-arrays.npy",
            "shape-minus1.npy",
            "shape-minus1-by-2.npy",
            "npz-renamed.npy");

    /** Files that {@code numpy.load} refuses only for the length of their header. */
    private static final Set<String> MORE_LENIENT = Set.of("header-10001.npy");

    @Test
    void readsRealFilesAsNumpyDoes() throws Exception {
        int read = 0;
        int refused = 0;
        for (List<String> row : index("npy")) {
            String verdict = row.get(10);
            Path file = DATA.resolve("npy").resolve(row.get(0));
            if (verdict.startsWith("sha256:")) {
                assertThat(sha256(file)).as(row.get(0)).isEqualTo(verdict.substring("sha256:".length()));
                read++;
            } else if (verdict.startsWith("ERR")) {
                assertRefused(file, row.get(0));
                refused++;
            } else {
                throw new AssertionError(row.get(0) + ": " + verdict);
            }
        }
        System.out.println("Collected .npy files: " + read + " read as NumPy reads them, " + refused + " refused");
        assertThat(read).isPositive();
    }

    @Test
    void refusesBrokenFilesAsNumpyDoesOrMoreStrictly() throws Exception {
        int read = 0;
        int refused = 0;
        for (List<String> row : index("npy-broken")) {
            String name = row.get(0);
            Path file = DATA.resolve("npy-broken").resolve(name);
            boolean loads = (row.get(3).startsWith("LOADS") && !STRICTER.contains(name)) || MORE_LENIENT.contains(name);
            if (!loads) {
                assertRefused(file, name);
                refused++;
            } else {
                String hash = sha256(file);
                if (!MORE_LENIENT.contains(name)) {
                    assertThat(row.get(3)).as(name).contains("sha256=" + hash.substring(0, 16));
                }
                read++;
            }
        }
        System.out.println("Collected broken .npy files: " + read + " read, " + refused + " refused");
        assertThat(refused).isPositive();
    }

    private static List<List<String>> index(String folder) throws IOException {
        Path index = DATA.resolve(folder).resolve("INDEX.tsv");
        if (!Files.exists(index)) {
            String reason = "There are no collected files at " + index + ": reading them is skipped";
            System.out.println(reason);
            throw new TestAbortedException(reason);
        }
        return Files.readAllLines(index).stream()
                .skip(1)
                .map(line -> List.of(line.split("\t", -1)))
                .toList();
    }

    private static void assertRefused(Path file, String name) {
        assertThatThrownBy(() -> sha256(file))
                .as(name)
                .isInstanceOf(NpyException.class)
                .hasMessageStartingWith("[" + file.getFileName() + "] Expected ");
    }

    /** Of the items' bytes in C order as they are in the file. */
    private static String sha256(Path file) throws Exception {
        try (FileChannel channel = FileChannel.open(file)) {
            NpyReader reader = new NpyReader(file.getFileName().toString(), channel);
            ByteBuffer bytes =
                    ByteBuffer.allocate(Math.toIntExact(reader.header().dataBytes()));
            if (bytes.hasRemaining()) {
                reader.readRows(0, Math.toIntExact(reader.header().rows()), bytes);
            }
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.array()));
        }
    }
}
