package io.cropmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;

/**
 * HDFS and Spark standalone for one test class, all in processes of their own, and the launchers of {@code jobs/} run
 * against them. Closing it ends everything.
 */
final class Cluster implements AutoCloseable {
    /** Against hanging alone: longer than any run takes, also where others use the cores many times over. */
    static final Duration PATIENCE = Duration.ofMinutes(20);

    /** On the command line of an executor. */
    static final String EXECUTOR = "CoarseGrainedExecutorBackend";

    /** On the command line of a driver that a Worker runs. */
    static final String DRIVER = "DriverWrapper";

    static final List<String> CLIENT = List.of("--deploy-mode", "client");

    private final Path folder;
    private final Hdfs hdfs;
    private final Standalone spark;
    private final AtomicInteger runs = new AtomicInteger();
    private final List<Started> started = new ArrayList<>();

    private Cluster(Path folder, Hdfs hdfs, Standalone spark) {
        this.folder = folder;
        this.hdfs = hdfs;
        this.spark = spark;
    }

    static Cluster start(Path folder, int dataNodes, int replication, int workers) {
        Hdfs hdfs = Hdfs.start(folder.resolve("hdfs"), dataNodes, replication);
        try {
            Files.createDirectories(folder.resolve("events"));
            Path sparkFolder = Files.createDirectories(folder.resolve("spark"));
            return new Cluster(folder, hdfs, Standalone.start(sparkFolder, sparkHome(), hdfs.settings(), workers));
        } catch (IOException e) {
            hdfs.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            hdfs.close();
            throw e;
        }
    }

    /** Laid out as a distribution is, but for {@code bin/}. */
    static Path sparkHome() {
        return Path.of(Objects.requireNonNullElse(System.getProperty("cropmill.spark.home"), "target/spark"))
                .toAbsolutePath();
    }

    private static Path jar() {
        return Path.of(Objects.requireNonNullElse(System.getProperty("cropmill.jar"), "target/cropmill.jar"))
                .toAbsolutePath();
    }

    Hdfs hdfs() {
        return hdfs;
    }

    Standalone spark() {
        return spark;
    }

    Path folder() {
        return folder;
    }

    /** How a launcher ended, and what it printed on both streams. */
    record Run(int code, String text) {
        void requireDone() {
            assertThat(code).as(text).isZero();
        }
    }

    /** Runs {@code jobs/nightly} with the cluster's Spark, driver here. */
    Run nightly(String... words) {
        return nightly(CLIENT, words);
    }

    Run nightly(List<String> sparkWords, String... words) {
        return ended(startNightly(sparkWords, words));
    }

    Started startNightly(List<String> sparkWords, String... words) {
        return start("jobs/nightly", onCluster(sparkWords), words);
    }

    /** Runs {@code jobs/cropmill} with the cluster's Spark, driver here. */
    Run cropmill(String... words) {
        return ended(start("jobs/cropmill", onCluster(CLIENT), words));
    }

    /** Runs {@code jobs/cropmill} on all cores of this machine. */
    Run local(String... words) {
        return ended(start("jobs/cropmill", List.of("--driver-memory", "512m"), words));
    }

    /** Runs a class of the tests with the cluster's Spark, driver here; executors get the application's jar. */
    Run submit(Class<?> main, List<String> sparkWords, List<String> words) {
        List<String> command = new ArrayList<>(List.of("org.apache.spark.deploy.SparkSubmit"));
        command.addAll(onCluster(CLIENT));
        command.addAll(sparkWords);
        command.addAll(List.of("--class", main.getName(), jar().toString()));
        command.addAll(words);
        Path log = folder.resolve("run-" + runs.incrementAndGet() + ".log");
        Started submitted = Started.java(log, 512, hdfs.settings(), environment(), command);
        started.add(submitted);
        return ended(submitted);
    }

    private Map<String, String> environment() {
        return Map.of(
                "SPARK_HOME", sparkHome().toString(),
                "HADOOP_CONF_DIR", hdfs.settings().toString(),
                "CROPMILL_JAR", jar().toString(),
                "SPARK_LOCAL_IP", "127.0.0.1");
    }

    Run ended(Started launcher) {
        return new Run(launcher.end(PATIENCE), launcher.printed());
    }

    private List<String> onCluster(List<String> more) {
        return Stream.concat(Stream.of("--master", spark.url()), Stream.concat(settings().stream(), more.stream()))
                .toList();
    }

    /** What any cluster of this size needs. */
    List<String> settings() {
        Map<String, String> settings = new HashMap<>(Map.of(
                "spark.driver.memory", "512m",
                "spark.executor.memory", "512m",
                "spark.driver.host", "127.0.0.1",
                "spark.driver.extraJavaOptions", "-XX:+UseSerialGC",
                "spark.executor.extraJavaOptions", "-XX:+UseSerialGC",
                "spark.ui.enabled", "false",
                "spark.eventLog.enabled", "true",
                "spark.eventLog.compress", "false",
                "spark.eventLog.dir", events().toUri().toString()));
        settings.put("spark.standalone.submit.waitAppCompletion", "true");
        return settings.entrySet().stream()
                .flatMap(entry -> Stream.of("--conf", entry.getKey() + "=" + entry.getValue()))
                .toList();
    }

    Path events() {
        return folder.resolve("events");
    }

    /** Starts a launcher; its words for spark-submit come first. */
    Started start(String launcher, List<String> sparkWords, String... words) {
        List<String> command = new ArrayList<>(List.of("bash", launcher));
        command.addAll(sparkWords);
        command.addAll(List.of(words));
        Path log = folder.resolve("run-" + runs.incrementAndGet() + ".log");
        Started launched = Started.program(log, environment(), command);
        started.add(launched);
        return launched;
    }

    /** Puts a local folder into HDFS; its URI. */
    String upload(Path local, String name) throws IOException {
        return upload(local, name, hdfs.configuration());
    }

    /** The same with other settings of the client. */
    String upload(Path local, String name, Configuration configuration) throws IOException {
        try (FileSystem client = FileSystem.newInstance(configuration)) {
            org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path("/" + name);
            FileUtil.copy(local.toFile(), client, target, false, configuration);
        }
        return hdfs.uri() + "/" + name;
    }

    Storage open(String uri) throws IOException {
        return Storages.of(URI.create(uri), hdfs.configuration());
    }

    Published published(String target) throws IOException {
        try (Storage storage = open(target)) {
            return Published.of(storage);
        }
    }

    /** Synthetic recordings, made on this machine. */
    Path sample(String name, int recordings, int crops) {
        Path source = folder.resolve(name);
        Run run = local(
                "sample",
                "--target",
                source.toString(),
                "--recordings",
                Integer.toString(recordings),
                "--crops",
                Integer.toString(crops));
        assertThat(run.code()).as(run.text()).isZero();
        return source;
    }

    /** What a rebuild of a local folder comes to on this machine alone. */
    Published builtHere(Path source) throws IOException {
        Path target = folder.resolve("here-" + runs.get());
        Run run = local("rebuild", "--no-validate", "--source", source.toString(), "--target", target.toString());
        assertThat(run.code()).as(run.text()).isZero();
        return published(target.toUri().toString());
    }

    /** Waits until a rebuild builds: a version is claimed, and no earlier than the jobs before it are done. */
    void awaitBuild(Started rebuild, String target, String version) throws IOException {
        try (Storage storage = open(target)) {
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (storage.stat(version + "/OWNER").isEmpty()) {
                assertThat(rebuild.isRunning() && System.nanoTime() < end)
                        .as(rebuild.printed())
                        .isTrue();
                Started.pause();
            }
        }
    }

    /** Driver or executor JVMs that Workers have started and that run, by a class on their command lines. */
    List<ProcessHandle> running(String mainClass) throws IOException {
        List<ProcessHandle> found = new ArrayList<>();
        for (int i = 0; i < spark.workers(); i++) {
            for (ProcessHandle process : spark.worker(i).descendants()) {
                Path line = Path.of("/proc", Long.toString(process.pid()), "cmdline");
                // The file is gone with the process.
                if (Files.exists(line)
                        && Files.readString(line, StandardCharsets.ISO_8859_1).contains(mainClass)) {
                    found.add(process);
                }
            }
        }
        return found;
    }

    @Override
    public void close() {
        started.forEach(Started::close);
        spark.close();
        hdfs.close();
    }
}
