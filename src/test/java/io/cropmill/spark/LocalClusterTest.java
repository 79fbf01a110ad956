package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line in processes of its own: one core, two cores and two executor processes give the same bytes. */
class LocalClusterTest {
    private static final int CAPACITY = 40;

    @TempDir
    Path folder;

    @Test
    void bytesDoNotDependOnTheMasterNorOnTheOrderInWhichFilesWereMade() throws IOException, InterruptedException {
        int[] counts =
                IntStream.range(0, 60).map(row -> row * 17 % (CAPACITY + 1)).toArray();
        List<String> names = List.of("a", "b/c", "b/d", "z");
        for (int i = 0; i < names.size(); i++) {
            PaddedFile.write(folder.resolve("one/" + names.get(i) + ".npy"), CAPACITY, i, counts);
        }
        for (int i = names.size() - 1; i >= 0; i--) {
            PaddedFile.write(folder.resolve("two/" + names.get(i) + ".npy"), CAPACITY, i, counts);
        }
        Map<String, String> one = rebuilt("local[1]", "one");
        assertThat(one).hasSize(12);
        assertThat(rebuilt("local[2]", "two")).isEqualTo(one);
        assertThat(rebuilt("local-cluster[2,1,1024]", "two")).isEqualTo(one);
    }

    private Map<String, String> rebuilt(String master, String source) throws IOException, InterruptedException {
        Path target = folder.resolve("target-" + source + master.replaceAll("[^a-z0-9]", "-"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
        String classPath = Objects.requireNonNullElse(
                System.getProperty("surefire.test.class.path"), System.getProperty("java.class.path"));
        command.addAll(List.of(
                "-Xmx512m",
                "-Dspark.master=" + master,
                "-Dspark.app.name=test",
                "-Dspark.ui.enabled=false",
                "-Dspark.driver.host=127.0.0.1",
                "-Dspark.executor.extraClassPath=" + classPath,
                "-cp",
                classPath,
                "io.cropmill.cli.Main",
                "rebuild",
                "--source",
                folder.resolve(source).toString(),
                "--target",
                target.toString(),
                "--set",
                "cap=25",
                "--set",
                "split-bytes=5000"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SPARK_TESTING", "1");
        builder.environment().put("SPARK_HOME", folder.toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.directory(Files.createDirectories(folder.resolve("work")).toFile());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return Rebuilds.data(target.resolve("v000001"));
    }
}
