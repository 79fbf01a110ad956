package io.cropmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cropmill.cluster.Cluster.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ResourceManager and two NodeManagers, drivers here and in the cluster. */
class YarnClusterTest {
    @TempDir
    static Path folder;

    private static Cluster cluster;
    private static Started yarn;
    private static String source;
    private static Published expected;

    @BeforeAll
    static void start() throws IOException {
        boolean present;
        try (var jars = Files.list(Cluster.sparkHome().resolve("jars"))) {
            present = jars.anyMatch(jar -> String.valueOf(jar.getFileName()).startsWith("spark-yarn"));
        }
        String reason = "Skipped: " + Cluster.sparkHome() + " has no spark-yarn";
        if (!present) {
            System.out.println(reason);
        }
        assumeTrue(present, reason);
        cluster = Cluster.start(folder, 2, 2, 0);
        Path settings = cluster.hdfs().settings().resolve("yarn-site.xml");
        yarn = Started.java(
                folder.resolve("yarn.log"),
                512,
                cluster.hdfs().settings(),
                Map.of(),
                List.of(MiniYarn.class.getName(), folder.resolve("yarn").toString(), settings.toString()));
        yarn.await("MiniYarn is up", Cluster.PATIENCE);
        Path local = cluster.sample("padded", 4, 100);
        source = cluster.upload(local, "padded");
        expected = cluster.builtHere(local);
    }

    @AfterAll
    static void end() {
        if (cluster != null) {
            yarn.close();
            cluster.close();
        }
    }

    @Test
    void aDriverHereGivesTheBytesOfALocalRun() throws IOException {
        givesTheSameBytes("client");
    }

    @Test
    void aDriverInTheClusterGivesTheBytesOfALocalRun() throws IOException {
        givesTheSameBytes("cluster");
    }

    @Test
    void badRecordingsDoNotRunTheDriverAgain() throws IOException {
        Path bad = Files.createDirectories(folder.resolve("bad"));
        Files.writeString(bad.resolve("a.npy"), "no array");
        String target = cluster.hdfs().uri() + "/bad-crops";

        Run run = nightly(
                "cluster",
                "--set",
                "on-bad-recording=fail",
                "--source",
                cluster.upload(bad, "bad"),
                "--target",
                target);

        assertThat(run.code()).as(run.text()).isEqualTo(1);
        assertThat(run.text()).contains("final status: SUCCEEDED");
    }

    private static void givesTheSameBytes(String mode) throws IOException {
        String target = cluster.hdfs().uri() + "/crops-" + mode;

        nightly(mode, "--source", source, "--target", target).requireDone();

        assertThat(cluster.published(target)).isEqualTo(expected);
    }

    private static Run nightly(String mode, String... words) {
        List<String> spark = new ArrayList<>(List.of("--master", "yarn", "--deploy-mode", mode));
        spark.addAll(cluster.settings());
        for (String setting : List.of(
                "spark.yarn.jars=local:" + Cluster.sparkHome() + "/jars/*",
                "spark.yarn.populateHadoopClasspath=false",
                "spark.executor.instances=2",
                "spark.executor.memoryOverhead=256m",
                "spark.driver.memoryOverhead=256m",
                "spark.yarn.am.memoryOverhead=256m")) {
            spark.addAll(List.of("--conf", setting));
        }
        return cluster.ended(cluster.start("jobs/nightly", spark, words));
    }
}
