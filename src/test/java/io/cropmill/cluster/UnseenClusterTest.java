package io.cropmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cropmill.cluster.Cluster.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Worker with mounts of its own, as on a machine that has other disks under the same paths. */
class UnseenClusterTest {
    private static final String REASON = "Skipped: mount namespaces (unshare -m, as root) are not to be had here";

    @TempDir
    static Path folder;

    private static Cluster cluster;
    private static Path source;
    private static Path apart;

    @BeforeAll
    static void start() throws IOException {
        boolean possible = Started.program(
                                folder.resolve("try.log"),
                                Map.of(),
                                List.of("unshare", "-m", "mount", "--make-rprivate", "/"))
                        .end(Cluster.PATIENCE)
                == 0;
        if (!possible) {
            System.out.println(REASON);
        }
        assumeTrue(possible, REASON);
        cluster = Cluster.start(folder, 1, 1, 1);
        source = cluster.sample("padded", 2, 10);
        apart = Files.createDirectories(folder.resolve("apart"));
        Path empty = Files.createDirectories(folder.resolve("empty"));
        String script = "mount --make-rprivate / && mount --bind '%s' '%s' && exec \"$@\"".formatted(empty, apart);
        cluster.spark()
                .startWorker(List.of("unshare", "-m", "sh", "-c", script, "worker"))
                .await("Successfully registered with master", Cluster.PATIENCE);
    }

    @AfterAll
    static void end() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void refusesATargetThatAnExecutorDoesNotSee() {
        Path target = apart.resolve("crops");

        Run run = cluster.nightly("--source", source.toString(), "--target", target.toString());

        assertThat(run.code()).as(run.text()).isEqualTo(1);
        assertThat(run.text())
                .containsPattern("\\[file://" + target + "] Expected the target of the driver, but the executor on \\S+"
                        + " does not see the file lock\\.\\S+/token that the driver has just written; mount the folder on"
                        + " every host under the same path, or use hdfs:");
        assertThat(target.resolve("v000001")).doesNotExist();
    }

    @Test
    void refusesASourceThatAnExecutorDoesNotSee() throws IOException {
        Path hidden = Files.createDirectories(apart.resolve("padded"));
        Files.copy(source.resolve("drive-000/000000.npy"), hidden.resolve("a.npy"));

        Run run = cluster.nightly(
                "--source", hidden.toString(), "--target", cluster.hdfs().uri() + "/crops");

        assertThat(run.code()).as(run.text()).isEqualTo(1);
        assertThat(run.text())
                .containsPattern("\\[file://" + hidden + "] Expected the source of the driver, but the executor on \\S+"
                        + " does not see its file a\\.npy");
    }
}
