package io.cropmill.job;

import io.cropmill.config.SettingsLoader;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.report.Progress;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A whole rebuild, from the listing to CURRENT, on two cores of a running Spark. {@code jobs/benchmark} runs it beside
 * NumPy.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
// Before that the compiler still works on what is hot, beside what is timed.
@Warmup(iterations = 40)
@Measurement(iterations = 3)
@Fork(
        value = 1,
        jvmArgsAppend = {
            "-Xmx2g",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
        })
public class RebuildBenchmark {
    @Param("/nowhere")
    private String source = "";

    @Param("/nowhere")
    private String target = "";

    /** What is made: the pair alone, pair and raster, or both and their validation. */
    @Param({"pair", "raster", "validated"})
    private String what = "";

    /** More settings, with spaces between them, and semicolons for commas, which JMH takes for several values. */
    @Param("")
    private String settings = "";

    /** Starts Spark, which is not measured. */
    @Setup
    public void startSpark() {
        System.setProperty("spark.master", "local[2]");
        System.setProperty("spark.app.name", "benchmark");
        System.setProperty("spark.ui.enabled", "false");
        SparkContext.getOrCreate();
    }

    /** Every rebuild begins without a dataset; the last one's stays, to be looked at. */
    @Setup(Level.Invocation)
    public void clear() throws IOException {
        try (Storage storage = Storages.of(target, new Configuration(false))) {
            for (String name : storage.names("")) {
                if (storage.stat(name).isPresent()) {
                    storage.delete(name);
                } else {
                    storage.deleteTree(name);
                }
            }
        }
    }

    /** The status is looked at, so that a failed run is no fast run. */
    @Benchmark
    public ExitCode rebuild() throws IOException {
        Set<RebuildRequest.RebuildOption> options = EnumSet.noneOf(RebuildRequest.RebuildOption.class);
        if (!what.equals("validated")) {
            options.add(RebuildRequest.RebuildOption.NO_VALIDATE);
        }
        List<String> chosen = new ArrayList<>(settings.isBlank() ? List.of() : List.of(settings.replace(';', ',').split(" ")));
        if (what.equals("pair")) {
            chosen.add("rasters.default=null");
        }
        JobOutcome outcome = new SparkJobs(Progress.silent())
                .rebuild(new RebuildRequest(
                        URI.create("file://" + source),
                        URI.create("file://" + target),
                        SettingsLoader.load(Optional.empty(), chosen),
                        options));
        if (outcome.status() != ExitCode.DONE) {
            throw new IllegalStateException(outcome.text());
        }
        return outcome.status();
    }
}
