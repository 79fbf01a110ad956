package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.expire.Expiry;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.report.Progress;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that is stopped for longer than its lock lasts, and goes on when others have published, retired and expired. */
@Slow
class PausedProcessTest {
    private static final Duration MOST_WAIT = Duration.ofMinutes(2);
    private static final int CAPACITY = 40;
    private static final String[] SETTINGS = {"cap=25", "lock.stale-after=500 ms"};

    @TempDir
    Path folder;

    private Path source;
    private Path target;

    @BeforeEach
    void firstNight() throws IOException {
        source = folder.resolve("source");
        target = folder.resolve("target");
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 0, 40);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, 7, 30);
        Rebuilds.run(uri(source), uri(target), SETTINGS);
        assertThat(target.resolve("CURRENT")).hasContent("v000001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v000002/manifest.json", "v000001/PUBLISHED", "CURRENT"})
    void leavesWhatOthersPublishedAndRetired(String stoppedAt) throws Exception {
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 3, 9, 31);
        // A version that became live a moment before its run died has no mark yet.
        Files.delete(target.resolve("v000001/PUBLISHED"));
        DriverProcess stopped = start(stoppedAt);
        try {
            waitUntilStopped(stopped);
            assertThat(target.resolve("CURRENT")).hasContent("v000001");
            PaddedFile.write(source.resolve("b.npy"), CAPACITY, 4, 11, 32, 5);
            Rebuilds.run(uri(source), uri(target), SETTINGS);
            retire("a");
            Files.delete(source.resolve("a.npy"));
            expire();
            String live = Files.readString(target.resolve("CURRENT")).strip();
            assertThat(live).isEqualTo("v000004");
            Map<String, String> data = Rebuilds.data(target.resolve(live));
            String nightly = Files.readString(target.resolve("nightly.json"));
            assertThat(nightly).contains("\"result\" : \"done\"");

            SelfStoppingRebuild.goOn(stopped.process().toHandle());
            assertThat(stopped.end()).as(stopped.printed()).isEqualTo(1);
            assertThat(stopped.printed())
                    .contains(
                            "LockLostException: Cannot go on with rebuild: lock.000002 was lost, lock.000005 is held by");
            assertThat(target.resolve("CURRENT")).hasContent(live);
            assertThat(Rebuilds.data(target.resolve(live))).isEqualTo(data);
            assertThat(target.resolve("nightly.json")).hasContent(nightly);
            assertThat(target.resolve("retired/a.json")).exists();
            assertThat(states(live)).containsExactly("a retired", "b unchanged");
        } finally {
            stopped.process().descendants().forEach(ProcessHandle::destroyForcibly);
            stopped.process().destroyForcibly();
        }
        Rebuilds.run(uri(source), uri(target), SETTINGS);
        expire();
        assertThat(states(Files.readString(target.resolve("CURRENT")).strip()))
                .containsExactly("a retired", "b unchanged");
        try (Storage storage = storage()) {
            assertThat(storage.names(""))
                    .allMatch(name -> name.matches("CURRENT|nightly\\.json|retired|lock\\.\\d+|v00000[45]"));
        }
    }

    private DriverProcess start(String stoppedAt) throws IOException {
        return DriverProcess.start(
                folder,
                List.of(),
                Map.of("spark.master", "local[1]"),
                SelfStoppingRebuild.class,
                uri(source).toString(),
                uri(target).toString(),
                stoppedAt,
                SETTINGS[0],
                SETTINGS[1]);
    }

    private static void waitUntilStopped(DriverProcess driver) throws Exception {
        long started = System.nanoTime();
        while (!isStopped(driver.process())) {
            boolean ended = driver.process().waitFor(20, TimeUnit.MILLISECONDS);
            assertThat(ended)
                    .as("ended before it was stopped, and printed: %s", driver.printed())
                    .isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - started))
                    .as("not stopped after %s, and printed: %s", MOST_WAIT, driver.printed())
                    .isLessThan(MOST_WAIT);
        }
    }

    /** As Linux tells it: {@code pid (name) T ...}. */
    private static boolean isStopped(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).startsWith("T");
    }

    private void retire(String recording) throws IOException {
        JobOutcome outcome = new SparkJobs(Progress.silent())
                .retire(new RetireRequest(
                        uri(source),
                        uri(target),
                        List.of(recording),
                        SettingsLoader.load(Optional.empty(), List.of(SETTINGS)),
                        RetireRequest.OnLoss.ACCEPT));
        assertThat(outcome.text()).startsWith("Retired 1 recording in v000004. ");
    }

    private void expire() throws IOException {
        try (Storage storage = storage();
                DatasetLock lock = DatasetLock.acquire(storage, "expire", Duration.ofMillis(500), sentence -> {})) {
            new Expiry(new Dataset(storage), new ExpiryRule(1, Duration.ZERO)).run(lock);
        }
    }

    private List<String> states(String version) throws IOException {
        try (Storage storage = storage()) {
            Manifest manifest = new Dataset(storage).manifest(version);
            return manifest.recordings().stream()
                    .map(recording -> recording.name() + " " + recording.state())
                    .toList();
        }
    }

    private Storage storage() throws IOException {
        return Storages.of(target.toString(), new Configuration(false));
    }

    private static URI uri(Path folder) {
        return URI.create(folder.toUri().toString().replaceFirst("/$", ""));
    }
}
