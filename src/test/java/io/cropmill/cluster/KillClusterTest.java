package io.cropmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of the driver, an executor or a Worker at a random moment of a rebuild, ten times. */
class KillClusterTest {
    private static final int TIMES = 10;
    private static final int MOST_PAUSES = 160;

    @TempDir
    Path folder;

    @Test
    void tenKillsLeaveAWholeVersionLiveAndTheNextNightMakesTheSameBytes() throws IOException {
        long seed = Long.getLong("cropmill.kill.seed", System.nanoTime());
        System.out.println("Kills: -Dcropmill.kill.seed=" + seed + " gives the same moments");
        Random random = new Random(seed);
        try (Cluster cluster = Cluster.start(folder, 2, 2, 2)) {
            Path local = cluster.sample("padded", 8, 150);
            String source = cluster.upload(local, "padded");
            Published expected = cluster.builtHere(local);
            String target = cluster.hdfs().uri() + "/crops";
            String[] words = {
                "--full", "--no-expire", "--set", "lock.stale-after=3s", "--source", source, "--target", target
            };
            cluster.nightly(words).requireDone();

            for (int i = 0; i < TIMES; i++) {
                Published before = cluster.published(target);
                try (Started night = cluster.startNightly(Cluster.CLIENT, words)) {
                    int pauses = random.nextInt(MOST_PAUSES);
                    for (int pause = 0; pause < pauses && night.isRunning(); pause++) {
                        Started.pause();
                    }
                    String victim = kill(cluster, night, random.nextInt(3));
                    int code = night.end(Cluster.PATIENCE);
                    Published after = cluster.published(target);
                    System.out.printf(
                            "Kill %d of %d: %s after %d ms; exit code %d, live %s, was %s%n",
                            i + 1, TIMES, victim, pauses * 50, code, after.version(), before.version());
                    assertThat(after.files()).isEqualTo(expected.files());
                    // Spark replaces executors and Workers; a driver has nobody.
                    assertThat(code == 0 || victim.equals("the driver"))
                            .as(night.printed())
                            .isTrue();
                }
            }
            cluster.nightly(words).requireDone();
            assertThat(cluster.published(target).files()).isEqualTo(expected.files());
        }
    }

    private static String kill(Cluster cluster, Started night, int which) throws IOException {
        List<ProcessHandle> executors = cluster.running(Cluster.EXECUTOR);
        if (which == 0 && !executors.isEmpty()) {
            executors.get(0).destroyForcibly();
            return "an executor";
        }
        if (which == 1) {
            cluster.spark().worker(cluster.spark().workers() - 1).kill();
            cluster.spark().startWorker();
            return "a Worker";
        }
        night.close();
        return "the driver";
    }
}
