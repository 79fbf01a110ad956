package io.cropmill.job;

import io.cropmill.config.SettingsLoader;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Runs rebuilds on the Spark of the tests, and reads what they leave. */
public final class Rebuilds {
    private Rebuilds() {}

    public static JobOutcome run(URI source, URI target, String... settings) throws IOException {
        return run(source, target, Set.of(), settings);
    }

    static JobOutcome run(URI source, URI target, Set<RebuildRequest.RebuildOption> options, String... settings)
            throws IOException {
        LocalSpark.start();
        return new SparkJobs(Progress.silent())
                .rebuild(new RebuildRequest(
                        source, target, SettingsLoader.load(Optional.empty(), List.of(settings)), options));
    }

    /** Content of all data files of a version's folder, by path, as one character a byte. */
    public static Map<String, String> data(Path version) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(version)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String path = version.relativize(file).toString();
                if (path.endsWith(".npy")) {
                    contents.put(path, Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1));
                }
            }
        }
        return contents;
    }

    /** All files below a folder, by relative path, sorted. */
    public static List<String> files(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
