package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.config.SettingsLoader;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.report.Progress;
import io.cropmill.spark.OneOpener;
import io.cropmill.storage.MemoryFolder;
import io.cropmill.storage.SteppedStorage;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a night without changes costs does not grow with the recordings but for two listings and a manifest. */
@Slow
class ManyRecordingsTest {
    private static final Map<URI, Storage> COUNTED = new ConcurrentHashMap<>();

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final AtomicLong looks = new AtomicLong();
    private final AtomicLong changes = new AtomicLong();

    @Test
    void aNightWithoutChangesListsAndLooksAtNoSingleRecording() throws IOException {
        ManyRecordings.make(folder, 1500);
        URI source = ManyRecordings.uri(folder.resolve("source"));
        URI target = ManyRecordings.uri(folder.resolve("target"));
        COUNTED.put(source, counted(source));
        COUNTED.put(target, counted(target));
        LocalSpark.start();
        RebuildRequest request = new RebuildRequest(
                source,
                target,
                SettingsLoader.load(Optional.empty(), List.of("rasters.default.height=2", "rasters.default.width=2")),
                Set.of());
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
        try {
            JobOutcome outcome =
                    new RebuildJob(spark, Progress.silent(), request, new OneOpener(ManyRecordingsTest::open)).run();
            assertThat(outcome.status()).isEqualTo(ExitCode.NOTHING);
        } finally {
            COUNTED.clear();
        }
        assertThat(looks.get()).isLessThan(60);
        assertThat(changes.get()).isLessThan(20);
    }

    private Storage counted(URI location) throws IOException {
        return new SteppedStorage(Storages.of(location, new Configuration(false))) {
            @Override
            protected void change(Kind kind, String path, Step step) throws IOException {
                changes.incrementAndGet();
                step.run();
            }

            @Override
            protected void look(String path) {
                looks.incrementAndGet();
            }
        };
    }

    static Storage open(URI location, Configuration hadoop) throws IOException {
        Storage counted = COUNTED.get(location);
        return counted == null ? Storages.of(location, hadoop) : counted;
    }
}
