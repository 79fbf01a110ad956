package io.cropmill.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hostile files of our own making, changes of them by chance, and as many more as Jazzer finds in a fixed number of runs. */
@Slow
class NpyFuzzTest {
    private static final int CHANGES = 10;
    private static final int HEADERS = 8_000;
    private static final int FILES = 250;

    @TempDir
    Path folder;

    /** Files that are made to lie about sizes, nest, or hold what is no value. */
    static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (String descr : List.of(
                "'<f4'",
                "'>u8'",
                "'|S3'",
                "'<U2'",
                "'>c16'",
                "'<M8[25s]'",
                "'<f16'",
                "'|O'",
                "'|V0'",
                "'|b1'",
                "[('a', '<i4'), ('', '|V3'), (('t', 'b'), '>f2', (2, 3))]",
                "[('x', '<f4', (5,)), ('n', '|u1')]",
                "[('a', [('e', '<f4', (0,))], (2000000000,)), ('b', '|u1')]",
                "[('a', ".repeat(30) + "'<f4'" + ")]".repeat(30),
                "('<f4', (1,))")) {
            for (String shape : List.of("()", "(2,)", "(2, 2)", "(0, 3)", "(65536, 65536)", "(2L,)", "(-1,)")) {
                String header = "{'descr': " + descr + ", 'fortran_order': True, 'shape': " + shape + ", }";
                seeds.add(PaddedFile.npy(header, new byte[64]));
            }
        }
        seeds.add("PK\u0003\u0004".getBytes(StandardCharsets.ISO_8859_1));
        seeds.add(new byte[12]);
        seeds.add(PaddedFile.bytes(4, 1, 2, 0, 5));
        seeds.add(ByteBuffer.allocate(16)
                .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, -1, -1, -1, -1})
                .array());
        return seeds;
    }

    @Test
    void readsOrRefusesSeedsAndTheirChanges() throws IOException {
        Random random = new Random(20);
        for (byte[] seed : seeds()) {
            for (int change = 0; change < CHANGES; change++) {
                byte[] bytes = change == 0 ? seed : changed(seed, random);
                assertThatCode(() -> {
                            HeaderFuzz.fuzzerTestOneInput(bytes);
                            ReaderFuzz.fuzzerTestOneInput(bytes);
                        })
                        .as(new String(bytes, StandardCharsets.ISO_8859_1))
                        .doesNotThrowAnyException();
            }
        }
    }

    private static byte[] changed(byte[] seed, Random random) {
        byte[] bytes = seed.clone();
        for (int i = 0; i <= random.nextInt(3); i++) {
            int at = random.nextInt(bytes.length);
            bytes[at] = random.nextBoolean()
                    ? (byte) random.nextInt()
                    : (byte) ("0123456789(),'[]|<>".charAt(random.nextInt(19)));
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 8)) : bytes;
    }

    @Test
    void survivesJazzerOnHeaders() throws Exception {
        fuzz(HeaderFuzz.class, HEADERS, entry -> !entry.endsWith(".jar") || entry.contains("jazzer"));
    }

    @Test
    void survivesJazzerOnTheWholeReader() throws Exception {
        fuzz(ReaderFuzz.class, FILES, entry -> true);
    }

    /** Jazzer scans every jar first, so a target gets only those that it needs. */
    private void fuzz(Class<?> target, int runs, Predicate<String> needed) throws Exception {
        Path corpus = Files.createDirectory(folder.resolve("corpus"));
        List<byte[]> seeds = seeds();
        for (int i = 0; i < seeds.size(); i++) {
            Files.write(corpus.resolve("seed-" + i), seeds.get(i));
        }
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        boolean present = path.contains("jazzer-");
        if (!present) {
            System.out.println("Skipped: Jazzer is not on the class path of the tests");
        }
        assumeTrue(present, "Skipped: Jazzer is not on the class path of the tests");
        Path log = folder.resolve("jazzer.log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:-OmitStackTraceInFastThrow",
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                        "-cp",
                        absolute(path, needed),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + target.getName(),
                        "--instrumentation_includes=io.cropmill.npy.**:io.cropmill.frame.**",
                        "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.*",
                        "--reproducer_path=" + folder,
                        "-artifact_prefix=" + folder + "/",
                        "-runs=" + runs,
                        "-seed=1",
                        "-max_len=4096",
                        "-timeout=20",
                        "-rss_limit_mb=0",
                        corpus.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            boolean ended = process.waitFor(10, TimeUnit.MINUTES);
            String output = Files.readString(log, StandardCharsets.ISO_8859_1);
            assertThat(ended).as(output).isTrue();
            assertThat(process.exitValue()).as(output).isZero();
            assertThat(output).contains("Done " + runs + " runs");
        } finally {
            process.destroyForcibly();
        }
    }

    private static String absolute(String path, Predicate<String> needed) {
        return String.join(
                File.pathSeparator,
                Arrays.stream(path.split(File.pathSeparator))
                        .filter(needed)
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }
}
