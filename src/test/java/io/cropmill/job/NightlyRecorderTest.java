package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.lock.LockLostException;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.storage.LocationException;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NightlyRecorderTest {
    private final IOException lasting = new IOException("[a.npy] Cannot read: the disk is broken");

    @TempDir
    Path folder;

    @Test
    void inAClusterAFailureThatIsNotedIsToldApart() throws IOException {
        assertThatThrownBy(() -> end("cluster", failing(lasting)))
                .isInstanceOf(RecordedFailureException.class)
                .hasMessage("[a.npy] Cannot read: the disk is broken")
                .extracting(e -> ((RecordedFailureException) e).failure())
                .isSameAs(lasting);
        assertThat(json()).contains("\"code\" : 1", "\"result\" : \"failed\"", "the disk is broken");
    }

    @Test
    void inAClusterTheUnexpectedIsNotedToo() throws IOException {
        IllegalStateException never = new IllegalStateException("never");

        assertThatThrownBy(() -> end("cluster", failing(never)))
                .isInstanceOf(RecordedFailureException.class)
                .extracting(e -> ((RecordedFailureException) e).failure())
                .isSameAs(never);
        assertThat(json()).contains("\"code\" : 1", "never");
    }

    @Test
    void aFailureThatCannotBeNotedStaysWhatItIs() throws IOException {
        // No file can lie in a file.
        folder = Files.writeString(folder.resolve("file"), "");

        assertThatThrownBy(() -> end("cluster", failing(lasting))).isSameAs(lasting);
        assertThat(lasting.getSuppressed()).hasSize(1);
    }

    @Test
    void aFailureOfADriverHereStaysWhatItIs() throws IOException {
        assertThatThrownBy(() -> end("client", failing(lasting))).isSameAs(lasting);
        assertThat(folder.resolve("nightly.json")).doesNotExist();
        Files.writeString(folder.resolve("CURRENT"), "v000001\n");
        assertThatThrownBy(() -> end("client", failing(lasting))).isSameAs(lasting);
        assertThat(json()).contains("\"code\" : 1");
    }

    @Test
    void notesWrongSettingsAndLocationsAsTheShellGetsThem() throws IOException {
        SettingsException settings =
                new SettingsException(List.of(new Problem("", "cap must be at least 1 but was 0")));

        assertThatThrownBy(() -> end("cluster", failing(settings))).isSameAs(settings);
        assertThat(json()).contains("\"code\" : 2", "\"message\" : \"cap must be at least 1 but was 0\"");
        assertThatThrownBy(() -> end("cluster", () -> {
                    Storages.of("nowhere://a/b", new Configuration(false)).close();
                    return done();
                }))
                .isInstanceOf(LocationException.class);
        assertThat(json()).contains("\"code\" : 2", "nowhere");
    }

    @Test
    void aPartThatEndsWellIsNotTheEnd() throws IOException {
        try (Storage target = target()) {
            assertThat(nightlyEnd("cluster", target).<String>failing(() -> "opened"))
                    .isEqualTo("opened");
        }
        assertThat(folder.resolve("nightly.json")).doesNotExist();
    }

    @Test
    void aRunThatLostItsLockNotesNothing() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "v000001\n");
        try (Storage target = target();
                DatasetLock lock = lock(target)) {
            NightlyRecorder end = nightlyEnd("cluster", target);
            assertThatThrownBy(() -> end.of(() -> end.under(lock, () -> {
                        takeOver();
                        lock.requireHeld();
                        return done();
                    })))
                    .isInstanceOf(LockLostException.class);
            assertThat(json()).isEqualTo("that of another");
        }
    }

    /** What it did was done before. */
    @Test
    void aRunThatLosesItsLockWhenItIsOverNotesNothing() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "v000001\n");
        try (Storage target = target();
                DatasetLock lock = lock(target)) {
            NightlyRecorder end = nightlyEnd("cluster", target);
            assertThat(end.of(() -> end.under(lock, () -> {
                        takeOver();
                        return done();
                    })))
                    .isEqualTo(done());
            assertThat(json()).isEqualTo("that of another");
        }
    }

    @Test
    void aFailureWithoutTheLockStaysBehindWhatAnotherHasNotedMeanwhile() throws IOException {
        Files.writeString(folder.resolve("nightly.json"), "that of the night before");
        assertThatThrownBy(() -> end("client", () -> {
                    Files.writeString(folder.resolve("nightly.json"), "that of another");
                    throw lasting;
                }))
                .isSameAs(lasting);
        assertThat(json()).isEqualTo("that of another");
    }

    /** As long as it holds the lock, what another that did not get it has written gives way. */
    @Test
    void whoHoldsTheLockNotesItsEnd() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "v000001\n");
        try (Storage target = target();
                DatasetLock lock = lock(target)) {
            NightlyRecorder end = nightlyEnd("cluster", target);
            assertThatThrownBy(() -> end.of(() -> end.under(lock, () -> {
                        Files.writeString(folder.resolve("nightly.json"), "locked");
                        throw lasting;
                    })))
                    .isInstanceOf(RecordedFailureException.class)
                    .hasCause(lasting);
            assertThat(json()).contains("\"code\" : 1", "the disk is broken");
        }
    }

    /** As a run that watched the lock for long enough: it lies above, and the folder of this one is gone. */
    private void takeOver() throws IOException {
        Files.writeString(folder.resolve("lock.000002"), "another");
        try (Storage target = target()) {
            for (String name : target.names("")) {
                if (DatasetLayout.isLock(name) && Files.isDirectory(folder.resolve(name))) {
                    target.deleteTree(name);
                }
            }
        }
        Files.writeString(folder.resolve("nightly.json"), "that of another");
    }

    private static DatasetLock lock(Storage target) throws IOException {
        return DatasetLock.acquire(target, "rebuild", Duration.ofMinutes(1), sentence -> {});
    }

    private static NightlyRecorder.RecordedRun<JobOutcome> failing(Exception failure) {
        return () -> {
            if (failure instanceof IOException e) {
                throw e;
            }
            throw (RuntimeException) failure;
        };
    }

    private static JobOutcome done() {
        return new JobOutcome(ExitCode.DONE, "");
    }

    private JobOutcome end(String mode, NightlyRecorder.RecordedRun<JobOutcome> run) throws IOException {
        try (Storage target = target()) {
            return nightlyEnd(mode, target).of(run);
        }
    }

    private Storage target() throws IOException {
        return Storages.of(folder.toUri(), new Configuration(false));
    }

    private static NightlyRecorder nightlyEnd(String mode, Storage target) {
        SparkConf conf = new SparkConf(false).set("spark.submit.deployMode", mode);
        return new NightlyRecorder(Set.of(), target, conf, new NightlyLog(URI.create("file:///data/padded"), "again"));
    }

    private String json() throws IOException {
        return Files.readString(folder.resolve("nightly.json"));
    }
}
