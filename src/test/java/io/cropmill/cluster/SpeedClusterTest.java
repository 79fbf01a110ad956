package io.cropmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same night by one Worker and by two, of one core each; how long its jobs take is printed and not judged. The work is
 * that of executors: a cap that draws points, many rasters, all crops compared. Every block of the source is on both
 * hosts. JVMs begin cold, as in any night.
 */
@Tag("short")
class SpeedClusterTest {
    private static final int RECORDINGS = 16;
    private static final int CROPS = 400;
    private static final int MORE_RASTERS = 12;
    private static final long LOOP_NANOS = 500_000_000;

    /** One block a recording or output. */
    private static final String BLOCK = Integer.toString(1 << 27);

    @TempDir
    Path folder;

    @Test
    void twoWorkersGiveTheBytesOfOne() throws IOException {
        try (Cluster cluster = Cluster.start(folder, 2, 1, 2)) {
            Configuration everywhere = cluster.hdfs().configuration();
            everywhere.set("dfs.blocksize", BLOCK);
            everywhere.set("dfs.replication", "2");
            String source = cluster.upload(cluster.sample("padded", RECORDINGS, CROPS), "padded", everywhere);
            double before = twoLoops();
            EventLog one = night(cluster, source, 1);
            EventLog two = night(cluster, source, 2);
            double after = twoLoops();

            assertThat(published(cluster, 2)).isEqualTo(published(cluster, 1));
            assertThat(two.tasks("Build")).extracting(EventLog.Task::host).contains(Hdfs.host(0), Hdfs.host(1));
            print(one, two);
            say(
                    "tasks used %.1f s of a core by 1 Worker and %.1f s by 2; whatever NameNode, DataNodes, driver and"
                            + " compilers use beside them comes from the same %d cores, on which two plain loops at"
                            + " once did %.2f times the work of one before, and %.2f times after",
                    one.cpuSeconds(), two.cpuSeconds(), Runtime.getRuntime().availableProcessors(), before, after);
        }
    }

    private static void print(EventLog one, EventLog two) {
        say(
                "%d recordings, %.0f MB on HDFS, %d rasters; %d and %d tasks build",
                RECORDINGS,
                one.accumulators().get("build source bytes") / 1e6,
                1 + MORE_RASTERS,
                one.tasks("Build").size(),
                two.tasks("Build").size());
        for (String job : List.of("Count", "Build", "Validate", "")) {
            double slow = one.seconds(job);
            double fast = two.seconds(job);
            say(
                    "%-8s 1 Worker %5.1f s, 2 Workers %5.1f s: %.2f times as fast",
                    job.isEmpty() ? "All" : job, slow, fast, slow / fast);
        }
    }

    private static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, "Speed: " + format + "%n", values);
    }

    private static EventLog night(Cluster cluster, String source, int workers) throws IOException {
        List<String> words = new ArrayList<>(List.of("--no-expire", "--source", source));
        words.addAll(List.of("--target", target(cluster, workers)));
        for (String setting : settings()) {
            words.addAll(List.of("--set", setting));
        }
        List<String> spark =
                List.of("--conf", "spark.cores.max=" + workers, "--conf", "spark.hadoop.dfs.blocksize=" + BLOCK);
        cluster.nightly(spark, words.toArray(String[]::new)).requireDone();
        return EventLog.last(cluster.events());
    }

    /** Small grids of many points: work for a core, little to write. */
    private static List<String> settings() {
        List<String> settings = new ArrayList<>(List.of("cap=1500"));
        for (int i = 0; i < MORE_RASTERS; i++) {
            String raster = "rasters.r" + i;
            settings.addAll(List.of(
                    raster + ".channels=[count, \"min(height)\", \"max(height)\", \"mean(intensity)\","
                            + " \"top(intensity)\", \"mean(xy.0)\"]",
                    raster + ".height=16",
                    raster + ".width=16",
                    raster + ".dtype=float32",
                    raster + ".shift=0." + (i + 1)));
        }
        return settings;
    }

    /** How many times the work of one busy thread two do here and now. */
    private static double twoLoops() {
        return IntStream.range(0, 2).parallel().mapToLong(thread -> loops()).sum() / (double) loops();
    }

    private static long loops() {
        long end = System.nanoTime() + LOOP_NANOS;
        long state = 1;
        long loops = 0;
        while (System.nanoTime() < end) {
            for (int i = 0; i < 1000; i++) {
                state = state * 6364136223846793005L + 1442695040888963407L;
            }
            // Zero once in 2^64 times; so that the loop is not left out.
            loops += state == 0 ? 0 : 1;
        }
        return loops;
    }

    private static String target(Cluster cluster, int workers) {
        return cluster.hdfs().uri() + "/crops-" + workers;
    }

    private static Published published(Cluster cluster, int workers) throws IOException {
        return cluster.published(target(cluster, workers));
    }
}
