package io.cropmill.job;

import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.report.Progress;
import io.cropmill.spark.OneOpener;
import io.cropmill.storage.SteppedStorage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Rebuilds of two small recordings, over storages that fail or change as a test tells them to. */
abstract class FailingRebuilds {
    static final int CAPACITY = 40;
    private static final Map<URI, Storage> STORAGES = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    Path source;
    Path target;

    /** Changes nothing, unless a test says so. */
    static class Told extends SteppedStorage {
        Told(Storage storage) {
            super(storage);
        }

        @Override
        protected void change(Kind kind, String path, Step step) throws IOException {
            step.run();
        }
    }

    @BeforeEach
    void writeSource() throws IOException {
        source = folder.resolve("source");
        target = folder.resolve("target");
        PaddedFile.writeZeroPadded(source.resolve("a.npy"), CAPACITY, 1, 3, 0, 40);
        PaddedFile.writeZeroPadded(source.resolve("b.npy"), CAPACITY, 2, 20);
    }

    JobOutcome rebuild(Map<Path, Storage> storages, String... settings) throws IOException {
        LocalSpark.start();
        storages.forEach((path, storage) -> STORAGES.put(uri(path), storage));
        try {
            RebuildRequest request = new RebuildRequest(
                    uri(source), uri(target), SettingsLoader.load(Optional.empty(), List.of(settings)), Set.of());
            JavaSparkContext spark = JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
            return new RebuildJob(spark, Progress.silent(), request, new OneOpener(FailingRebuilds::open)).run();
        } finally {
            STORAGES.clear();
        }
    }

    static Storage open(URI location, Configuration hadoop) throws IOException {
        Storage told = STORAGES.get(location);
        return told == null ? Storages.of(location, hadoop) : told;
    }

    static Storage local(Path path) throws IOException {
        return Storages.of(path.toString(), new Configuration(false));
    }

    static URI uri(Path path) {
        return URI.create(path.toUri().toString().replaceFirst("/$", ""));
    }

    final String current() throws IOException {
        return Files.readString(target.resolve("CURRENT")).strip();
    }

    final Manifest manifest(String version) throws IOException {
        try (Storage storage = local(target)) {
            return new Dataset(storage).manifest(version);
        }
    }

    final List<String> states(String version) throws IOException {
        return manifest(version).recordings().stream()
                .map(entry -> entry.name() + " " + entry.state() + " " + entry.builtIn())
                .toList();
    }
}
