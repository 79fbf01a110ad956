package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.CropSchema.CropField;
import io.cropmill.dataset.manifest.Recipe;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.job.LocalSpark;
import io.cropmill.job.Rebuilds;
import io.cropmill.npy.ScalarType;
import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

@Slow
class WriteFunctionTest {
    private static final CropSchema SCHEMA = new CropSchema(
            List.of(new CropField("height", ScalarType.FLOAT32)), List.of(new CropField("label", ScalarType.INT32)));

    @TempDir
    Path folder;

    /** As speculation and the retries after a lost executor have it: both end, neither minds the other. */
    @Test
    void attemptsOfOneTaskAtOnceGiveTheSameFiles() throws Exception {
        WriteFunction write = function(Map.of("a", tally(200, 3), "b", tally(50, 3)));
        List<Tuple2<CropKey, byte[]>> crops = new ArrayList<>(crops("a", 200));
        crops.addAll(crops("b", 50));
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            Callable<List<RebuildStages.Rastered>> attempt = () -> write.of(crops.iterator());
            List<Future<List<RebuildStages.Rastered>>> attempts =
                    pool.invokeAll(List.of(attempt, attempt, attempt, attempt));
            List<RebuildStages.Rastered> first = attempts.get(0).get();
            for (Future<List<RebuildStages.Rastered>> other : attempts) {
                assertThat(other.get()).isEqualTo(first);
            }
            assertThat(Rebuilds.files(folder))
                    .containsExactly("v000001/a.npy", "v000001/a.points.npy", "v000001/b.npy", "v000001/b.points.npy");
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void refusesRowsThatAreNotThoseThatWereCounted() throws IOException {
        WriteFunction write = function(Map.of("a", tally(3, 3)));

        assertThatThrownBy(() -> write.of(crops("a", 2).iterator()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("[a] Expected 3 crops, as were counted, but found 2");
        assertThatThrownBy(() -> write.of(crops("b", 2).iterator()))
                .hasMessage(
                        "[b] Expected a recording that was counted, but found another; the DataFrame gave other rows"
                                + " the second time: cache or save what it is made from");
    }

    private static Tally tally(int crops, int points) {
        return new Tally(crops, (long) crops * points, (long) crops * points, 0, 0);
    }

    private static List<Tuple2<CropKey, byte[]>> crops(String recording, int count) {
        List<Tuple2<CropKey, byte[]>> crops = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            byte[] label = ByteBuffer.allocate(4)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(row)
                    .array();
            byte[] heights = ByteBuffer.allocate(12)
                    .putFloat(1)
                    .putFloat(row)
                    .putFloat(3)
                    .array();
            crops.add(new Tuple2<>(new CropKey(recording, row), PackedCrop.of(3, label, List.of(heights))));
        }
        return crops;
    }

    private WriteFunction function(Map<String, Tally> counted) throws IOException {
        LocalSpark.start();
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
        Locations locations =
                Locations.of(spark, Storages::of, folder.toUri(), folder.toUri(), SharedFolderCheck.CLEAR);
        RaggedTarget output = new RaggedTarget("v000001", new Recipe(10, 0, PointsLayout.STRUCTURED, List.of()));
        List<CountedCrops> recordings = counted.entrySet().stream()
                .map(recording -> new CountedCrops(recording.getKey(), recording.getValue()))
                .toList();
        List<byte[]> packed = Stage.partitions(
                spark, "Pack", spark.parallelize(recordings, 1), (Iterator<CountedCrops> partition) -> recordings);
        return new WriteFunction(locations, output, SCHEMA, 200, spark.broadcast(packed.toArray(byte[][]::new)));
    }
}
