package io.cropmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of a cluster that end while a rebuild builds: it ends with the bytes of a local run all the same. */
class FailureClusterTest {
    @TempDir
    static Path folder;

    private static Cluster cluster;
    private static String source;
    private static Published expected;

    private String target;
    private Started night;

    private interface Mishap {
        void happen() throws IOException;
    }

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

    @AfterEach
    void nothingIsLeftRunning() {
        night.close();
    }

    @Test
    void aWorkerIsKilled() throws IOException {
        survives("worker", () -> {
            int last = cluster.spark().workers() - 1;
            cluster.spark().worker(last).kill();
            cluster.spark().startWorker();
        });
    }

    @Test
    void anExecutorIsKilled() throws IOException {
        survives("executor", () -> {
            ProcessHandle executor = cluster.running(Cluster.EXECUTOR).get(0);
            executor.destroyForcibly();
            executor.onExit().join();
        });
    }

    @Test
    void aDataNodeIsStopped() throws IOException {
        survives("datanode", () -> cluster.hdfs().killDataNode(1));
        cluster.hdfs().restartDataNode(1);
    }

    private void survives(String name, Mishap mishap) throws IOException {
        target = cluster.hdfs().uri() + "/crops-" + name;
        night = cluster.startNightly(Cluster.CLIENT, "--no-expire", "--source", source, "--target", target);
        cluster.awaitBuild(night, target, "v000001");
        mishap.happen();

        cluster.ended(night).requireDone();
        assertThat(cluster.published(target)).isEqualTo(expected);
    }
}
