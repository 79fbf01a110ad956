package io.cropmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same two nights by one Worker and by two, of one core each; how long their jobs take is printed and not judged. The
 * work is that of executors: a cap that draws points, many rasters, all crops compared. Every block of the source is on
 * both hosts, and JVMs are there before the first job.
 */
class SpeedClusterTest {
    private static final int RECORDINGS = 8;
    private static final int CROPS = 1600;
    private static final int MORE_RASTERS = 6;
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
            double unused = cluster.hdfs().cpuSeconds();
            EventLog one = nights(cluster, source, 1);
            double ofOne = cluster.hdfs().cpuSeconds();
            double between = twoLoops();
            EventLog two = nights(cluster, source, 2);
            double ofTwo = cluster.hdfs().cpuSeconds();
            double after = twoLoops();

            for (TwoNights.Night night : TwoNights.Night.values()) {
                assertThat(published(cluster, 2, night).files())
                        .isNotEmpty()
                        .isEqualTo(published(cluster, 1, night).files());
            }
            assertThat(two.tasks("Build")).extracting(EventLog.Task::host).contains(Hdfs.host(0), Hdfs.host(1));
            print(one, two);
            say(
                    "of a core, tasks used %.1f s by 1 Worker and %.1f s by 2, and HDFS %.1f and %.1f s beside them; driver"
                            + " and compilers come on top, all on the same %d cores, so twice as fast is not to be had",
                    one.cpuSeconds(),
                    two.cpuSeconds(),
                    ofOne - unused,
                    ofTwo - ofOne,
                    Runtime.getRuntime().availableProcessors());
            say(
                    "two plain loops at once did %.2f, %.2f and %.2f times the work of one, before, between and after",
                    before, between, after);
        }
    }

    private static void print(EventLog one, EventLog two) {
        say(
                "%d recordings, %.0f MB on HDFS, %d rasters; %d tasks build by 1 Worker, %d by 2",
                RECORDINGS,
                one.accumulators().get("build source bytes") / 1e6,
                1 + MORE_RASTERS,
                one.tasks("Build").size() / 2,
                two.tasks("Build").size() / 2);
        for (TwoNights.Night night : TwoNights.Night.values()) {
            double slow = 0;
            double fast = 0;
            for (String job : List.of("Count", "Build", "Validate")) {
                double ofOne = one.seconds(job, night.ordinal());
                double ofTwo = two.seconds(job, night.ordinal());
                print(night, job, ofOne, ofTwo);
                slow += ofOne;
                fast += ofTwo;
            }
            print(night, "All", slow, fast);
        }
    }

    private static void print(TwoNights.Night night, String job, double one, double two) {
        say("%s %-8s 1 Worker %5.1f s, 2 Workers %5.1f s: %.2f times as fast", night, job, one, two, one / two);
    }

    private static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, "Speed: " + format + "%n", values);
    }

    private static EventLog nights(Cluster cluster, String source, int workers) throws IOException {
        List<String> words = new ArrayList<>(List.of(source, target(cluster, workers)));
        words.addAll(settings());
        List<String> spark = new ArrayList<>();
        for (String setting : List.of(
                "spark.cores.max=" + workers,
                "spark.hadoop.dfs.blocksize=" + BLOCK,
                "spark.scheduler.minRegisteredResourcesRatio=1.0")) {
            spark.addAll(List.of("--conf", setting));
        }
        cluster.submit(TwoNights.class, spark, words).requireDone();
        return EventLog.last(cluster.events());
    }

    /** Small grids of many channels: work for a core, little to write. */
    private static List<String> settings() {
        List<String> channels = new ArrayList<>(List.of("count", "density"));
        for (String field : List.of("xy.0", "xy.1", "height", "intensity")) {
            for (String channel : List.of("min", "max", "mean", "top")) {
                channels.add("\"%s(%s)\"".formatted(channel, field));
            }
        }
        List<String> settings = new ArrayList<>(List.of("cap=1500"));
        for (int i = 0; i < MORE_RASTERS; i++) {
            String raster = "rasters.r" + i;
            settings.addAll(List.of(
                    raster + ".channels=" + channels,
                    raster + ".height=6",
                    raster + ".width=6",
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

    private static Published published(Cluster cluster, int workers, TwoNights.Night night) throws IOException {
        return cluster.published(target(cluster, workers) + night.suffix());
    }
}
