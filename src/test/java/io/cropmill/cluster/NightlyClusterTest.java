package io.cropmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Shared;
import io.cropmill.cluster.Cluster.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nights on HDFS and two Workers, beside the same on this machine. */
@Tag("short")
class NightlyClusterTest {
    @TempDir
    static Path folder;

    private static Cluster cluster;

    @BeforeAll
    static void start() {
        cluster = Cluster.start(folder, 2, 2, 2);
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    @Test
    void twoNightsGiveTheBytesOfALocalRun() throws IOException, InterruptedException {
        Path source = cluster.sample("padded", 6, 100);
        String remote = cluster.upload(source, "padded");
        String target = cluster.hdfs().uri() + "/crops";

        cluster.nightly("--source", remote, "--target", target).requireDone();
        assertThat(cluster.published(target).version()).isEqualTo("v000001");
        assertTellsWhatRuns(EventLog.last(cluster.events()));
        String first = EventLog.lastId(cluster.events());

        // One recording is new, one is another.
        for (String[] copy : new String[][] {{"000000", "new"}, {"000001", "000002"}}) {
            copy(source.resolve("drive-000/" + copy[0] + ".npy"), "drive-000/" + copy[1] + ".npy", source);
        }
        cluster.nightly("--source", remote, "--target", target).requireDone();
        Published second = cluster.published(target);
        assertThat(second.version()).isEqualTo("v000002");
        assertThat(EventLog.last(cluster.events()).accumulators()).containsEntry("build recordings", 2L);
        assertThat(second.files()).isEqualTo(cluster.builtHere(source).files());

        cluster.cropmill("validate", "--source", remote, "--target", target).requireDone();
        cluster.cropmill("expire", "--target", target, "--keep", "1", "--min-age", "0s")
                .requireDone();
        assertThat(cluster.published(target)).isEqualTo(second);
        try (HistoryServer history = HistoryServer.start(folder, cluster.events())) {
            assertThat(history.jobsOf(first)).contains("Build 6 recordings, drive-000/000000 to drive-000/000005");
        }
    }

    /** The names that a mount table gives to folders on HDFS. */
    @Test
    void recordingsOfRealSensorsGiveTheBytesOfALocalRunThroughViewFs() throws IOException {
        Path source = Shared.path("data/recordings/kitti");
        cluster.upload(source, "mounted/kitti");
        String link = "spark.hadoop.fs.viewfs.mounttable.mill.link./data="
                + cluster.hdfs().uri() + "/mounted";

        cluster.nightly(
                        List.of("--conf", link),
                        "--source",
                        "viewfs://mill/data/kitti",
                        "--target",
                        "viewfs://mill/data/crops")
                .requireDone();

        assertThat(cluster.published(cluster.hdfs().uri() + "/mounted/crops").files())
                .isNotEmpty()
                .isEqualTo(cluster.builtHere(source).files());
    }

    @Test
    void refusesAnObjectStore() {
        Run run = cluster.nightly("--source", cluster.hdfs().uri() + "/padded", "--target", "s3a://bucket/crops");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.text())
                .contains("target must be on file:, hdfs: or viewfs: of hdfs:, where renames are atomic and no reader"
                        + " sees half a version, but was s3a://bucket/crops");
    }

    /** What Spark's pages show, live and from the event log. */
    private static void assertTellsWhatRuns(EventLog log) {
        String recordings = "6 recordings, drive-000/000000 to drive-000/000005";
        assertThat(log.jobs())
                .extracting(EventLog.Job::description)
                .contains("Count " + recordings, "Build " + recordings, "Validate " + recordings)
                .allMatch(description -> !description.isEmpty());
        assertThat(log.accumulators())
                .containsEntry("build recordings", 6L)
                .containsEntry("build crops", 600L)
                .containsKey("build source bytes")
                .containsEntry("validate crops", 600L);
        assertThat(log.tasks("Build")).extracting(EventLog.Task::host).contains(Hdfs.host(0), Hdfs.host(1));
    }

    private static void copy(Path from, String name, Path source) throws IOException {
        byte[] bytes = Files.readAllBytes(from);
        Files.write(source.resolve(name), bytes);
        try (FileSystem client = cluster.hdfs().client();
                var file = client.create(new org.apache.hadoop.fs.Path("/padded/" + name))) {
            file.write(bytes);
        }
    }
}
