package io.cropmill.job;

import io.cropmill.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.spark.launcher.JavaModuleOptions;

/** The command line in a process of its own, as spark-submit would start it. */
record DriverProcess(Process process, Path output) {
    private static final int MOST_MINUTES = 10;

    /**
     * Starts a command.
     *
     * @param folder for what it leaves beside its work
     * @param properties of Spark
     */
    static DriverProcess start(Path folder, Map<String, String> properties, String... words) throws IOException {
        return start(folder, List.of(), properties, words);
    }

    /**
     * Starts a command by way of another.
     *
     * @param before words that come before Java's
     */
    static DriverProcess start(Path folder, List<String> before, Map<String, String> properties, String... words)
            throws IOException {
        return start(folder, before, properties, Main.class, words);
    }

    /**
     * Starts a program.
     *
     * @param program with a main method
     */
    static DriverProcess start(
            Path folder, List<String> before, Map<String, String> properties, Class<?> program, String... words)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
        String classPath = Objects.requireNonNullElse(
                System.getProperty("surefire.test.class.path"), System.getProperty("java.class.path"));
        command.addAll(List.of(
                "-Xmx512m",
                "-Dspark.app.name=test",
                "-Dspark.ui.enabled=false",
                "-Dspark.driver.host=127.0.0.1",
                "-Dspark.executor.extraClassPath=" + classPath,
                "-Dlog4j2.configurationFile=" + System.getProperty("log4j2.configurationFile")));
        properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of("-cp", classPath, program.getName()));
        command.addAll(List.of(words));
        Path output = Files.createTempFile(folder, "driver", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment()
                .putAll(Map.of(
                        "SPARK_TESTING", "1",
                        "SPARK_HOME", folder.toString(),
                        "SPARK_SCALA_VERSION", "2.13",
                        "SPARK_LOCAL_IP", "127.0.0.1",
                        "LC_ALL", "C.UTF-8"));
        builder.directory(Files.createDirectories(folder.resolve("work")).toFile());
        return new DriverProcess(builder.start(), output);
    }

    /** Waits for the end, though not for ever; its exit code. */
    int end() throws IOException, InterruptedException {
        if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(
                    "The process did not end within " + MOST_MINUTES + " minutes, and printed: " + printed());
        }
        return process.exitValue();
    }

    /** What it has printed so far. */
    String printed() throws IOException {
        return Files.readString(output);
    }
}
