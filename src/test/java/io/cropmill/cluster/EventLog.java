package io.cropmill.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What Spark itself noted of an application, in its event log.
 *
 * @param jobs those that ended, in the order of their ends
 * @param tasks of all stages, those that failed included
 * @param accumulators last values by name
 */
record EventLog(List<Job> jobs, List<Task> tasks, Map<String, Long> accumulators) {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String DESCRIPTION = "spark.job.description";

    /**
     * One action on the executors.
     *
     * @param description begins with what is done: Count, Build, Validate
     * @param millis from its start to its end
     */
    record Job(String description, long millis) {}

    /**
     * One attempt.
     *
     * @param job description of its job
     * @param locality in Spark's words: NODE_LOCAL, ANY
     * @param cpuNanos of its thread
     */
    record Task(String job, String executor, String host, String locality, boolean failed, long cpuNanos) {}

    /** The application that started last. */
    static EventLog last(Path folder) throws IOException {
        return read(lastLog(folder));
    }

    /** The name of the application that started last. */
    static String lastId(Path folder) throws IOException {
        return name(lastLog(folder)).replaceFirst("eventlog_v2_", "");
    }

    private static Path lastLog(Path folder) throws IOException {
        try (Stream<Path> applications = Files.list(folder)) {
            return applications
                    .max(Comparator.comparing(EventLog::name))
                    .orElseThrow(() -> new IOException("[" + folder + "] Expected an event log, but found none"));
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    static EventLog read(Path log) throws IOException {
        List<Path> files = new ArrayList<>(List.of(log));
        if (Files.isDirectory(log)) {
            files.clear();
            try (Stream<Path> parts = Files.list(log)) {
                parts.filter(part -> name(part).startsWith("events_"))
                        .sorted(Comparator.comparing(EventLog::name))
                        .forEach(files::add);
            }
        }
        Reader reader = new Reader();
        for (Path file : files) {
            for (String line : Files.readAllLines(file)) {
                reader.event(MAPPER.readTree(line));
            }
        }
        return new EventLog(reader.jobs, reader.tasks, reader.accumulators);
    }

    /** How long the so-manieth job took whose description begins so. */
    double seconds(String job, int index) {
        return jobs.stream()
                        .filter(found -> found.description().startsWith(job))
                        .skip(index)
                        .findFirst()
                        .orElseThrow()
                        .millis()
                / 1e3;
    }

    /** Processor time of all tasks. */
    double cpuSeconds() {
        return tasks.stream().mapToLong(Task::cpuNanos).sum() / 1e9;
    }

    List<Task> tasks(String job) {
        return tasks.stream().filter(task -> task.job().startsWith(job)).toList();
    }

    private static final class Reader {
        private final List<Job> jobs = new ArrayList<>();
        private final List<Task> tasks = new ArrayList<>();
        private final Map<String, Long> accumulators = new TreeMap<>();
        private final Map<Integer, String> stages = new HashMap<>();
        private final Map<Integer, JsonNode> started = new HashMap<>();

        void event(JsonNode event) {
            switch (event.path("Event").asText()) {
                case "SparkListenerJobStart" -> jobStarted(event);
                case "SparkListenerJobEnd" -> jobEnded(event);
                case "SparkListenerTaskEnd" -> taskEnded(event);
                case "SparkListenerStageCompleted" ->
                    event.path("Stage Info").path("Accumulables").forEach(this::accumulated);
                default -> {
                    // Of no interest here.
                }
            }
        }

        private void jobStarted(JsonNode event) {
            started.put(event.path("Job ID").asInt(), event);
            event.path("Stage IDs").forEach(stage -> stages.put(stage.asInt(), description(event)));
        }

        private void jobEnded(JsonNode event) {
            JsonNode start = started.get(event.path("Job ID").asInt());
            long millis = event.path("Completion Time").asLong()
                    - start.path("Submission Time").asLong();
            jobs.add(new Job(description(start), millis));
        }

        private static String description(JsonNode start) {
            return start.path("Properties").path(DESCRIPTION).asText();
        }

        private void taskEnded(JsonNode event) {
            JsonNode info = event.path("Task Info");
            tasks.add(new Task(
                    stages.getOrDefault(event.path("Stage ID").asInt(), ""),
                    info.path("Executor ID").asText(),
                    info.path("Host").asText(),
                    info.path("Locality").asText(),
                    info.path("Failed").asBoolean(),
                    event.path("Task Metrics").path("Executor CPU Time").asLong()));
        }

        private void accumulated(JsonNode accumulable) {
            accumulators.put(
                    accumulable.path("Name").asText(), accumulable.path("Value").asLong());
        }
    }
}
