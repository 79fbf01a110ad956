package io.cropmill.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three gibibytes, a heap of one, and little of the file read. */
@Slow
class LargeFileTest {
    private static final Pattern RESULT = Pattern.compile("RESULT (\\w+) (\\d+) of (\\d+) bytes");

    @TempDir
    Path folder;

    @Test
    void readsLittleOfALargeFileInASmallHeap() throws Exception {
        Map<String, long[]> results = results(run());

        assertThat(results).containsOnlyKeys("count", "filter", "padded", "points");
        assertThat(results.get("count")).containsExactly(49_152, 0);
        assertThat(result(results, "filter")[0]).isEqualTo(492);
        assertThat(result(results, "filter")[1]).isLessThan(300_000);
        assertThat(result(results, "points")[0]).isEqualTo(492_000);
        assertThat(result(results, "points")[1]).isLessThan(3_000_000);
        assertThat(result(results, "padded")[0]).isEqualTo(492L * 4096);
        assertThat(result(results, "padded")[1]).isLessThan(8_200_000);
    }

    private static long[] result(Map<String, long[]> results, String name) {
        return Objects.requireNonNull(results.get(name));
    }

    private static Map<String, long[]> results(String output) {
        Map<String, long[]> results = new TreeMap<>();
        Matcher matcher = RESULT.matcher(output);
        while (matcher.find()) {
            results.put(
                    matcher.group(1), new long[] {Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3))});
        }
        assertThat(results).as(output).isNotEmpty();
        return results;
    }

    private String run() throws Exception {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> entries = Arrays.stream(path.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .toList();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
        command.addAll(List.of(
                "-Xmx1g",
                "-Dlog4j2.configurationFile=" + System.getProperty("log4j2.configurationFile"),
                "-cp",
                String.join(File.pathSeparator, entries),
                LargeFile.class.getName(),
                folder.toString()));
        Path log = folder.resolve("log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
            String output = Files.readString(log);
            assertThat(process.exitValue()).as(output).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
