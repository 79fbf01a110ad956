package io.cropmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same rebuild by one Worker and by two, of one core each; how long it takes is printed and not judged. */
@Tag("short")
class SpeedClusterTest {
    @TempDir
    Path folder;

    @Test
    void twoWorkersGiveTheBytesOfOne() throws IOException {
        try (Cluster cluster = Cluster.start(folder, 2, 1, 2)) {
            String source = cluster.upload(cluster.sample("padded", 8, 250), "padded");
            double one = seconds(cluster, source, 1);
            double two = seconds(cluster, source, 2);

            assertThat(published(cluster, 2)).isEqualTo(published(cluster, 1));
            System.out.printf(
                    Locale.ROOT,
                    "Speed: count, build and validate 131 MB on HDFS took 1 Worker %.1f s and 2 Workers %.1f s, of one"
                            + " core each: %.2f times as fast%n",
                    one,
                    two,
                    one / two);
        }
    }

    /** Without the start of JVMs: from the first job's start to the last one's end. */
    private static double seconds(Cluster cluster, String source, int cores) throws IOException {
        cluster.nightly(
                        List.of("--conf", "spark.cores.max=" + cores),
                        "--no-expire",
                        "--source",
                        source,
                        "--target",
                        target(cluster, cores))
                .requireDone();
        return EventLog.last(cluster.events()).millis() / 1000.0;
    }

    private static String target(Cluster cluster, int cores) {
        return cluster.hdfs().uri() + "/crops-" + cores;
    }

    private static Published published(Cluster cluster, int cores) throws IOException {
        return cluster.published(target(cluster, cores));
    }
}
