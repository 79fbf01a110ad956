package io.cropmill.job;

import io.cropmill.config.SettingsLoader;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.report.Progress;
import io.cropmill.storage.OnceBefore;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** A rebuild that stops its own process, all threads of it, just before a change of the target. */
final class SelfStoppingRebuild {
    private static final Map<URI, Storage> STOPPING = new ConcurrentHashMap<>();

    private SelfStoppingRebuild() {}

    /** Source, target, the path whose change it stops at, settings. */
    public static void main(String[] words) throws IOException {
        URI target = URI.create(words[1]);
        RebuildRequest request = new RebuildRequest(
                URI.create(words[0]),
                target,
                SettingsLoader.load(Optional.empty(), List.of(words).subList(3, words.length)),
                Set.of());
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf());
                Storage storage = Storages.of(target, spark.hadoopConfiguration())) {
            STOPPING.put(storage.root(), new OnceBefore(storage, words[2], SelfStoppingRebuild::stop));
            new RebuildJob(spark, Progress.silent(), request, SelfStoppingRebuild::open).run();
        }
    }

    private static Storage open(URI location, Configuration hadoop) throws IOException {
        Storage stopping = STOPPING.get(location);
        return stopping == null ? Storages.of(location, hadoop) : stopping;
    }

    /** The shell stops, too, and is waited for: some threads run on until another of them has seen the signal. */
    private static void stop() throws IOException {
        shell("kill -STOP " + ProcessHandle.current().pid() + "; kill -STOP $$");
    }

    /** Lets a process go on that has stopped itself. */
    static void goOn(ProcessHandle stopped) throws IOException {
        for (ProcessHandle shell : stopped.children().toList()) {
            shell("kill -CONT " + shell.pid());
        }
        shell("kill -CONT " + stopped.pid());
    }

    private static void shell(String command) throws IOException {
        try {
            int code = new ProcessBuilder("sh", "-c", command).start().waitFor();
            if (code != 0) {
                throw new IOException(command + " ended with " + code);
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
