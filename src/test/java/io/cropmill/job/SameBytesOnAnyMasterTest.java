package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command line, and a user's program, in processes of their own: one core, two cores and two executor processes give
 * the same bytes, with either of Spark's serializers.
 */
@Slow
class SameBytesOnAnyMasterTest {
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

    @Test
    void aDataFrameIsWrittenTheSameWhateverSerializesAndHowManyTasks() throws IOException, InterruptedException {
        for (int i = 0; i < 5; i++) {
            PaddedFile.write(folder.resolve("source/" + i + ".npy"), CAPACITY, i, 3, 0, i, CAPACITY, 7, 30);
        }
        Map<String, String> one = written("java", 1, Map.of("spark.master", "local[1]"));
        assertThat(one).hasSize(15);
        Map<String, String> kryo =
                Map.of("spark.master", "local[2]", "spark.serializer", "org.apache.spark.serializer.KryoSerializer");
        assertThat(written("kryo", 7, kryo)).isEqualTo(one);
    }

    private Map<String, String> written(String name, int partitions, Map<String, String> properties)
            throws IOException, InterruptedException {
        Path target = folder.resolve(name);
        DriverProcess driver = DriverProcess.start(
                folder,
                List.of(),
                properties,
                CopiedCrops.class,
                folder.resolve("source").toString(),
                target.toString(),
                String.valueOf(partitions));
        assertThat(driver.end()).as(driver.printed()).isZero();
        return Rebuilds.data(target.resolve("v000001"));
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
