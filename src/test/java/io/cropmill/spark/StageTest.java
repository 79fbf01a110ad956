package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.job.LocalSpark;
import io.cropmill.report.Progress;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
class StageTest {
    @TempDir
    Path folder;

    private interface Use {
        void of(Cluster cluster) throws IOException;
    }

    private void onCluster(Use use) throws IOException {
        LocalSpark.start();
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
        try (Storage storage = Storages.of(folder.toUri(), new Configuration(false))) {
            use.of(Cluster.of(spark, Progress.silent(), storage, storage));
        }
    }

    @Test
    void givesResultsInTheOrderOfItemsWhateverTheirTasks() throws IOException {
        List<Integer> items = IntStream.range(0, 2500).boxed().toList();
        onCluster(cluster -> {
            assertThat(cluster.stage("Double", items, String::valueOf).each(task -> item -> 2 * item))
                    .isEqualTo(items.stream().map(item -> 2 * item).toList());
            assertThat(cluster.stage("Double", items, String::valueOf)
                            .sized(item -> item)
                            .each(task -> item -> 2 * item))
                    .isEqualTo(items.stream().map(item -> 2 * item).toList());
        });
    }

    @Test
    void countsRecordingsAndWhatTheirWorkCounts() throws IOException {
        onCluster(cluster -> {
            Meters meters = cluster.meters("double", 2, 0);
            cluster.stage("Double", List.of(0, 1, 2, 3), String::valueOf)
                    .counting(item -> item % 2 == 0)
                    .metered(meters)
                    .each(task -> item -> {
                        task.add(item, 10);
                        return item;
                    });
            assertThat(List.of(
                            meters.recordings().value(),
                            meters.crops().value(),
                            meters.bytes().value()))
                    .containsExactly(2L, 6L, 40L);
        });
    }

    @Test
    void namesTheItemThatFailsUnexpectedly() throws IOException {
        onCluster(cluster -> assertThatThrownBy(() -> cluster.stage("Build", List.of(1, 0), item -> "recording " + item)
                        .each(task -> item -> 1 / item))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Build recording 0: java.lang.ArithmeticException: / by zero"));
    }

    @Test
    void givesTheReasonOfAFailureAsTheTaskGaveIt() throws IOException {
        onCluster(cluster -> assertThatThrownBy(() -> cluster.stage("Read", List.of("a.npy"), item -> item)
                        .each(task -> item -> task.source().readSmall(item, 1)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("[a.npy] "));
    }

    @Test
    void describesWorkByTheRecordingsItsItemsBelongTo() {
        assertThat(Stage.naming(List.<Integer>of(), String::valueOf)).isEqualTo("nothing");
        assertThat(Stage.naming(List.of(1, 1), String::valueOf)).isEqualTo("1");
        assertThat(Stage.naming(List.of(1, 1, 2, 3, 3), String::valueOf)).isEqualTo("3 recordings, 1 to 3");
    }
}
