package io.cropmill.cluster;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Spark's history server over a folder of event logs, as a process of its own. */
final class HistoryServer implements AutoCloseable {
    private static final Duration PATIENCE = Cluster.PATIENCE;

    private final Started process;
    private final String address;

    private HistoryServer(Started process, String address) {
        this.process = process;
        this.address = address;
    }

    static HistoryServer start(Path folder, Path events) {
        int port = Hdfs.freePort();
        Started process = Started.java(
                folder.resolve("history.log"),
                256,
                folder,
                Map.of("SPARK_LOCAL_IP", "127.0.0.1"),
                List.of(
                        "-Dspark.history.fs.logDirectory=" + events.toUri(),
                        "-Dspark.history.ui.port=" + port,
                        "org.apache.spark.deploy.history.HistoryServer"));
        HistoryServer server = new HistoryServer(process, "http://127.0.0.1:" + port + "/api/v1/applications/");
        try {
            process.await("Bound HistoryServer to", PATIENCE);
            return server;
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    /** Descriptions of an application's jobs, once the server has read its log. */
    List<String> jobsOf(String application) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + application + "/jobs"))
                .timeout(PATIENCE)
                .build();
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() == 200) {
                return StreamSupport.stream(
                                new JsonMapper().readTree(response.body()).spliterator(), false)
                        .map(job -> job.path("description").asText())
                        .toList();
            }
            if (System.nanoTime() > end) {
                throw new IOException("Expected jobs of " + application + ", but found " + response.body());
            }
            Started.pause();
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
