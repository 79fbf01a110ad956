package io.cropmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.cluster.Cluster.Run;
import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drivers that run in the cluster, with {@code --supervise}: run again if they are killed, not if they have spoken. */
class ClusterModeClusterTest {
    private static final List<String> SUPERVISED = List.of("--deploy-mode", "cluster", "--supervise");

    @TempDir
    static Path folder;

    private static Cluster cluster;
    private static String source;
    private static Published expected;

    @BeforeAll
    static void start() throws IOException {
        cluster = Cluster.start(folder, 2, 2, 2);
        Path local = cluster.sample("padded", 8, 150);
        source = cluster.upload(local, "padded");
        expected = cluster.builtHere(local);
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    /** Also shows that the settings of conf/nightly.conf reach the driver: its lock would not be stale for minutes. */
    @Test
    void aKilledDriverIsRunAgainAndEndsTheNight() throws IOException {
        String target = cluster.hdfs().uri() + "/killed";
        long before = driversRunAgain();
        Path config = Files.writeString(folder.resolve("quick.conf"), "lock.stale-after = 5 seconds\n");
        try (Started night = cluster.startNightly(
                SUPERVISED, "--config", config.toString(), "--source", source, "--target", target)) {
            cluster.awaitBuild(night, target, "v000001");
            cluster.running(Cluster.DRIVER).forEach(ProcessHandle::destroyForcibly);

            cluster.ended(night).requireDone();
        }
        assertThat(cluster.published(target).files()).isEqualTo(expected.files());
        assertThat(driversRunAgain()).isEqualTo(before + 1);
        assertThat(drivers()).isPositive();
    }

    @Test
    void badRecordingsDoNotRunTheDriverAgain() throws IOException {
        Path bad = Files.createDirectories(folder.resolve("bad"));
        Files.writeString(bad.resolve("a.npy"), "no array");
        String target = cluster.hdfs().uri() + "/bad-crops";
        long before = driversRunAgain();

        Run run = cluster.nightly(
                SUPERVISED,
                "--set",
                "on-bad-recording=fail",
                "--source",
                cluster.upload(bad, "bad"),
                "--target",
                target);

        assertThat(run.code()).as(run.text()).isEqualTo(1);
        assertThat(nightlyJson(target)).contains("\"code\" : 1", "\"result\" : \"bad recordings\"");
        assertThat(driversRunAgain()).isEqualTo(before);
    }

    @Test
    void aHeldLockDoesNotRunTheDriverAgain() throws IOException {
        String target = cluster.hdfs().uri() + "/locked";
        long before = driversRunAgain();
        Run run;
        try (Storage storage = cluster.open(target);
                DatasetLock lock = DatasetLock.acquire(storage, "rebuild", Duration.ofMinutes(5), sentence -> {})) {
            run = cluster.nightly(SUPERVISED, "--source", source, "--target", target);
            lock.requireHeld();
        }

        assertThat(run.code()).as(run.text()).isEqualTo(5);
        assertThat(nightlyJson(target)).contains("\"code\" : 5", "\"result\" : \"locked\"");
        assertThat(driversRunAgain()).isEqualTo(before);
    }

    @Test
    void anErrorThatLastsDoesNotRunTheDriverAgain() throws IOException {
        String target = cluster.hdfs().uri() + "/lasting";
        long before = driversRunAgain();

        Run run = cluster.nightly(SUPERVISED, "--source", cluster.hdfs().uri() + "/nothing", "--target", target);

        assertThat(run.code()).as(run.text()).isEqualTo(1);
        assertThat(nightlyJson(target)).contains("\"code\" : 1", "\"result\" : \"failed\"", "/nothing]");
        assertThat(driversRunAgain()).isEqualTo(before);
    }

    @Test
    void whatIsPlainlyWrongSendsNoDriver() throws IOException {
        long before = drivers();

        Run settings = cluster.nightly(SUPERVISED, "--set", "cap=0", "--source", source, "--target", source + "-crops");
        assertThat(settings.code()).as(settings.text()).isEqualTo(2);
        assertThat(settings.text()).contains("cap must be at least 1 but was 0 (--set)");
        Run overlap = cluster.nightly(SUPERVISED, "--source", source, "--target", source + "/crops");
        assertThat(overlap.code()).as(overlap.text()).isEqualTo(2);
        assertThat(overlap.text()).contains("source and target must lie apart but were ");
        Run word = cluster.nightly(SUPERVISED, "--source", "hdfs:relative", "--target", source + "-crops");
        assertThat(word.code()).as(word.text()).isEqualTo(2);
        Run store = cluster.nightly(SUPERVISED, "--source", source, "--target", "s3a://bucket/crops");
        assertThat(store.code()).as(store.text()).isEqualTo(2);
        assertThat(store.text()).contains("target must be on file:, hdfs: or viewfs: of hdfs:");
        assertThat(drivers()).isEqualTo(before);
    }

    /** Drivers that the Master was ever given. */
    private static long drivers() {
        return cluster.spark()
                .master()
                .printed()
                .lines()
                .filter(line -> line.contains("Driver submitted"))
                .count();
    }

    private static String nightlyJson(String target) throws IOException {
        try (Storage storage = cluster.open(target)) {
            return new String(storage.readSmall("nightly.json", 1 << 20), StandardCharsets.UTF_8);
        }
    }

    /** What Workers say when they start a driver once more. */
    private static long driversRunAgain() {
        long count = 0;
        for (int i = 0; i < cluster.spark().workers(); i++) {
            count += cluster.spark()
                    .worker(i)
                    .printed()
                    .lines()
                    .filter(line -> line.contains("re-launching after"))
                    .count();
        }
        return count;
    }
}
