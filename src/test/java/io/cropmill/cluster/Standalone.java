package io.cropmill.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A Master of Spark standalone, and Workers of one core each, as processes of their own; Worker i is at {@link Hdfs#host}. */
final class Standalone implements AutoCloseable {
    private static final Duration PATIENCE = Cluster.PATIENCE;
    private static final int HEAP = 256;

    private final Path folder;
    private final Map<String, String> environment;
    private final Started master;
    private final String url;
    private final List<Started> workers = new ArrayList<>();

    private Standalone(Path folder, Path sparkHome, Path hadoopSettings) {
        this.folder = folder;
        this.environment = new HashMap<>(Map.of(
                "SPARK_HOME",
                sparkHome.toString(),
                "SPARK_SCALA_VERSION",
                "2.13",
                "SPARK_LOCAL_IP",
                "127.0.0.1",
                "HADOOP_CONF_DIR",
                hadoopSettings.toString()));
        this.master = daemon(
                "master",
                environment,
                List.of(
                        "org.apache.spark.deploy.master.Master",
                        "--host",
                        "127.0.0.1",
                        "--port",
                        "0",
                        "--webui-port",
                        "0"));
        try {
            this.url = master.await("Starting Spark master at (spark://127\\.0\\.0\\.1:\\d+)", PATIENCE);
        } catch (RuntimeException e) {
            master.close();
            throw e;
        }
    }

    static Standalone start(Path folder, Path sparkHome, Path hadoopSettings, int workers) {
        Standalone started = new Standalone(folder, sparkHome, hadoopSettings);
        try {
            for (int i = 0; i < workers; i++) {
                started.startWorker();
            }
            started.workers.forEach(worker -> worker.await("Successfully registered with master", PATIENCE));
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** Starts another Worker, at the next address, and does not wait for it. */
    Started startWorker() {
        return startWorker(List.of());
    }

    /** Starts another Worker behind words that start a program otherwise, such as {@code unshare -m}. */
    Started startWorker(List<String> behind) {
        int index = workers.size();
        String host = Hdfs.host(index);
        Map<String, String> its = new HashMap<>(environment);
        its.put("SPARK_LOCAL_IP", host);
        List<String> words = List.of(
                "org.apache.spark.deploy.worker.Worker",
                "--host",
                host,
                "--port",
                "0",
                "--webui-port",
                "0",
                "--cores",
                "1",
                "--memory",
                "1200m",
                "--work-dir",
                folder.resolve("work-" + index).toString(),
                url);
        Started worker = behind.isEmpty()
                ? daemon("worker-" + index, its, words)
                : Started.program(
                        folder.resolve("worker-" + index + ".log"),
                        its,
                        Stream.concat(behind.stream(), Started.javaWords(HEAP, folder, words).stream())
                                .toList());
        workers.add(worker);
        return worker;
    }

    private Started daemon(String name, Map<String, String> its, List<String> words) {
        return Started.java(folder.resolve(name + ".log"), HEAP, folder, its, words);
    }

    /** What {@code --master} takes. */
    String url() {
        return url;
    }

    Started master() {
        return master;
    }

    Started worker(int index) {
        return workers.get(index);
    }

    int workers() {
        return workers.size();
    }

    /** Where a Worker keeps what its executors and drivers print. */
    Path work(int index) {
        return folder.resolve("work-" + index);
    }

    @Override
    public void close() {
        workers.forEach(Started::close);
        master.close();
    }
}
