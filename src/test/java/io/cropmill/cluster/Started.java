package io.cropmill.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.launcher.JavaModuleOptions;

/**
 * A process that a test has started, whose output goes to a file. Whoever starts one closes it; that ends it and all that
 * came of it by their ids. All of them carry {@value #MARK} in their environment, by which {@code jobs/cluster-test} finds
 * those that a killed test has left.
 */
final class Started implements AutoCloseable {
    /** The environment variable of everything that belongs to one run of the tests. */
    static final String MARK = "CROPMILL_CLUSTER";

    private static final long LOOK_MILLIS = 50;
    private static final int TAIL = 4000;

    private final Process process;
    private final Path log;

    private Started(Process process, Path log) {
        this.process = process;
        this.log = log;
        try {
            // What the JVM of the tests leaves when it is told to end.
            Runtime.getRuntime().addShutdownHook(new Thread(this::endAll));
        } catch (IllegalStateException e) {
            // It is ending already.
            endAll();
            throw e;
        }
    }

    /** Starts a program with more environment. */
    static Started program(Path log, Map<String, String> environment, List<String> words) {
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        builder.environment().putIfAbsent(MARK, "of-" + ProcessHandle.current().pid());
        builder.environment().put("LC_ALL", "C.UTF-8");
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return new Started(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a Java class of the test's class path, with a folder of settings before it. */
    static Started java(
            Path log, int heapMegabytes, Path settings, Map<String, String> environment, List<String> words) {
        return program(log, environment, javaWords(heapMegabytes, settings, words));
    }

    /** The command line of {@link #java}. */
    static List<String> javaWords(int heapMegabytes, Path settings, List<String> words) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
        String classPath = Objects.requireNonNullElse(
                System.getProperty("surefire.test.class.path"), System.getProperty("java.class.path"));
        command.addAll(List.of(
                "-Xmx" + heapMegabytes + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dlog4j2.configurationFile="
                        + Path.of("src/test/resources/log4j2-cluster.properties")
                                .toAbsolutePath(),
                "-cp",
                settings + ":" + classPath));
        command.addAll(words);
        return command;
    }

    /** Waits until the output holds something; its first group, or all of it. */
    String await(String pattern, Duration patience) {
        Pattern wanted = Pattern.compile(pattern);
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            boolean living = process.isAlive();
            Matcher found = wanted.matcher(printed());
            if (found.find()) {
                return found.group(Math.min(1, found.groupCount()));
            }
            if (!living || System.nanoTime() > end) {
                throw new IllegalStateException("Expected \"" + pattern + "\" in " + log + " of a process that "
                        + (living ? "runs" : "ended with " + process.exitValue()) + ", but found:\n" + tail());
            }
            pause();
        }
    }

    /** Waits for the end; the exit code. */
    int end(Duration patience) {
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                endAll();
                throw new IllegalStateException(
                        "Expected an end within " + patience + ", but found in " + log + ":\n" + tail());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            endAll();
            throw new IllegalStateException("Interrupted", e);
        }
    }

    /** Ends it as {@code kill -9} does, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Its children and theirs. */
    List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    /** Processor time that it has used, in seconds; 0 where the system does not tell. */
    double cpuSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** What it has printed so far. */
    String printed() {
        try {
            return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String tail() {
        String text = printed();
        return text.substring(Math.max(0, text.length() - TAIL));
    }

    @Override
    public void close() {
        endAll();
    }

    private void endAll() {
        List<ProcessHandle> descendants = descendants();
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
    }

    /** Between two looks at what another process does, which tells nobody. */
    static void pause() {
        try {
            Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Interrupted", e);
        }
    }
}
