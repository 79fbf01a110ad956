package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Shared;
import io.cropmill.config.SettingsLoader;
import io.cropmill.report.Progress;
import io.cropmill.spark.JobOutcome.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Validates real recordings, rebuilt in many ways. */
class ValidateJobTest {
    @TempDir
    Path folder;

    @BeforeAll
    static void startSpark() {
        LocalSpark.start();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cap=4096",
                "cap=1000 seed=12345678901234567890",
                "cap=100 points.layout=plain rasters.default.dtype=float16",
                "rasters.default.channels=[count,occupancy,density,max(height),min(height),mean(height),top(intensity),"
                        + "max(xy.0),min(xy.1),mean(xy.1),top(xy.0)]",
                "rasters.shifted.shift=0.7 seed=7 split-bytes=1MB",
                "rasters.default=null"
            })
    void findsRealRecordingsEqual(String settings) throws IOException {
        Path source = Shared.path("data/recordings");
        List<String> pairs = List.of(settings.split(" "));
        SparkJobs jobs = new SparkJobs(Progress.silent());
        jobs.rebuild(new RebuildRequest(
                source.toUri(), folder.toUri(), SettingsLoader.load(Optional.empty(), pairs), Set.of()));

        JobOutcome outcome = jobs.validate(new ValidateRequest(
                source.toUri(),
                folder.toUri(),
                SettingsLoader.defaults(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));

        System.out.println(outcome.text());
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(Status.DONE);
    }
}
