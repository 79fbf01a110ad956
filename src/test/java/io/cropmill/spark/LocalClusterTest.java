package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line in processes of its own: one core, two cores and two executor processes give the same bytes. */
class LocalClusterTest {
    private static final int CAPACITY = 40;

    @TempDir
    Path folder;

    @Test
    void bytesDoNotDependOnTheMasterNorOnTheOrderInWhichFilesWereMade() throws IOException, InterruptedException {
        int[] counts =
                IntStream.range(0, 60).map(row -> row * 17 % (CAPACITY + 1)).toArray();
        List<String> names = List.of("a", "b/c", "b/d", "z");
        for (int i = 0; i < names.size(); i++) {
            PaddedFile.write(folder.resolve("one/" + names.get(i) + ".npy"), CAPACITY, i, counts);
        }
        for (int i = names.size() - 1; i >= 0; i--) {
            PaddedFile.write(folder.resolve("two/" + names.get(i) + ".npy"), CAPACITY, i, counts);
        }
        Map<String, String> one = rebuilt("local[1]", "one");
        assertThat(one).hasSize(12);
        assertThat(rebuilt("local[2]", "two", "spark.serializer", "org.apache.spark.serializer.KryoSerializer"))
                .isEqualTo(one);
        assertThat(rebuilt("local-cluster[2,1,1024]", "two")).isEqualTo(one);
    }

    private Map<String, String> rebuilt(String master, String source, String... property)
            throws IOException, InterruptedException {
        Path target = folder.resolve("target-" + source + master.replaceAll("[^a-z0-9]", "-"));
        DriverProcess driver = DriverProcess.start(
                folder,
                property.length == 0
                        ? Map.of("spark.master", master)
                        : Map.of("spark.master", master, property[0], property[1]),
                "rebuild",
                "--source",
                folder.resolve(source).toString(),
                "--target",
                target.toString(),
                "--set",
                "cap=25",
                "--set",
                "split-bytes=5000");
        assertThat(driver.end()).as(driver.printed()).isZero();
        return Rebuilds.data(target.resolve("v000001"));
    }
}
