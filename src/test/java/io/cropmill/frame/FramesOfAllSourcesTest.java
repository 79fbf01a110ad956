package io.cropmill.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.RebuildRequest;
import io.cropmill.job.Rebuilds;
import io.cropmill.job.SparkJobs;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever {@code rebuild} reads is a DataFrame of crops, too, with the same values. */
@Slow
class FramesOfAllSourcesTest {
    private static final String POINT_FIELDS = "xy:2, height, intensity";
    private static final String SETTING = "source.point-fields=[\"xy:2\",height,intensity]";
    private static final int CAPACITY = 8;
    private static final int HEADER_READS = 2048;
    private static final int[] COUNTS = {3, 0, 8, 5};

    @TempDir
    Path folder;

    private Path parquet() throws IOException {
        PaddedFile.write(folder.resolve("padded/drive/a.npy"), 40, 1, 10, 0, 40, 7, 22);
        PaddedFile.write(folder.resolve("padded/b.npy"), 40, 2, 3, 39, 0);
        Path source = folder.resolve("parquet");
        Frames.crops(folder.resolve("padded"))
                .repartition(1)
                .sortWithinPartitions("recording", "row")
                .drop("row")
                .write()
                .parquet(source.toUri().toString());
        return source;
    }

    private Path plain() throws IOException {
        Path source = folder.resolve("plain");
        Frames.write(
                source.resolve("x/c.npy"),
                "'<f4'",
                "(" + COUNTS.length + ", " + CAPACITY + ", 4)",
                COUNTS.length * CAPACITY * 16,
                data -> {
                    for (int i = 0; data.hasRemaining(); i++) {
                        data.putFloat(i % 17 / 16f - 0.5f);
                    }
                });
        Frames.write(source.resolve("x/c.counts.npy"), "'<i8'", "(" + COUNTS.length + ",)", COUNTS.length * 8, data -> {
            for (int count : COUNTS) {
                data.putLong(count);
            }
        });
        return source;
    }

    private void requireBytesOfARebuild(Path source) throws IOException {
        Path rebuilt = folder.resolve("rebuilt");
        Path written = folder.resolve("written");
        new SparkJobs(Progress.silent())
                .rebuild(new RebuildRequest(
                        source.toUri(),
                        rebuilt.toUri(),
                        SettingsLoader.load(Optional.empty(), List.of("cap=6", SETTING)),
                        Set.of()));
        Frames.crops(source, "pointFields", POINT_FIELDS)
                .write()
                .format("crops")
                .option("cap", "6")
                .save(written.toString());

        assertThat(Rebuilds.data(written.resolve("v000001")))
                .isNotEmpty()
                .isEqualTo(Rebuilds.data(rebuilt.resolve("v000001")));
    }

    @Test
    void readsParquetAsARebuildDoes() throws IOException {
        Frames.spark();
        requireBytesOfARebuild(parquet());
    }

    @Test
    void readsPlainArraysWithCountsAsARebuildDoes() throws IOException {
        Frames.spark();
        requireBytesOfARebuild(plain());
    }

    @Test
    void readsRowsAndColumnsOfParquet() throws IOException {
        Dataset<Row> crops = Frames.crops(parquet(), "pointFields", POINT_FIELDS);

        assertThat(Frames.json(crops.where("row = 1 or row = 3")
                        .selectExpr("recording", "row", "point_count n", "size(xy) xy", "label")
                        .orderBy("recording", "row")))
                .containsExactly(
                        "{\"recording\":\"b\",\"row\":1,\"n\":39,\"xy\":78,\"label\":1}",
                        "{\"recording\":\"drive/a\",\"row\":1,\"n\":0,\"xy\":0,\"label\":1}",
                        "{\"recording\":\"drive/a\",\"row\":3,\"n\":7,\"xy\":14,\"label\":0}");
        assertThat(crops.count()).isEqualTo(8);
        assertThat(crops.where("label = 2").select("height").count()).isEqualTo(2);
        assertThat(crops.where("recording = 'b'").select("row").collectAsList()).hasSize(3);
        assertThat(crops.select("xy").limit(2).collectAsList()).hasSize(2);
    }

    @Test
    void readsPlainArraysInSmallBatches() throws IOException {
        Dataset<Row> crops = Frames.crops(plain(), "pointFields", POINT_FIELDS, "batchBytes", "64");

        assertThat(Frames.json(crops.selectExpr("recording", "row", "point_count n", "get(height, 0) h")
                        .orderBy("row")))
                .containsExactly(
                        "{\"recording\":\"x/c\",\"row\":0,\"n\":3,\"h\":-0.375}",
                        "{\"recording\":\"x/c\",\"row\":1,\"n\":0}",
                        "{\"recording\":\"x/c\",\"row\":2,\"n\":8,\"h\":0.4375}",
                        "{\"recording\":\"x/c\",\"row\":3,\"n\":5,\"h\":0.3125}");
    }

    @Test
    void countsWhatItReadsOfParquet() throws Exception {
        Path source = parquet();
        long bytes;
        try (Stream<Path> files = Files.list(source)) {
            bytes = files.filter(file -> file.toString().endsWith(".parquet"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
        requireCounted(Frames.crops(source, "pointFields", POINT_FIELDS), 2, bytes / 2, 2 * bytes);
    }

    @Test
    void countsWhatItReadsOfPlainArrays() throws Exception {
        long values = COUNTS.length * CAPACITY * 16L;
        long counts = COUNTS.length * 8L;
        requireCounted(
                Frames.crops(plain(), "pointFields", POINT_FIELDS),
                2,
                values + counts,
                values + counts + 2 * HEADER_READS);
    }

    /** In the scan's own metrics, and as the input of Spark's tasks. */
    private static void requireCounted(Dataset<Row> crops, long files, long least, long most) throws Exception {
        AtomicLong input = new AtomicLong();
        SparkListener listener = new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                input.addAndGet(end.taskMetrics().inputMetrics().bytesRead());
            }
        };
        SparkContext spark = Frames.spark().sparkContext();
        spark.addSparkListener(listener);
        long read;
        try {
            read = Frames.metric(crops, "bytesRead");
            spark.listenerBus().waitUntilEmpty();
        } finally {
            spark.removeSparkListener(listener);
        }

        assertThat(read).isBetween(least, most);
        assertThat(input).hasValue(read);
        assertThat(Frames.metric(crops, "filesOpened")).isEqualTo(files);
    }

    @Test
    void saysWhichOptionNamesTheFieldsOfPlainArrays() throws IOException {
        Path source = plain();

        assertThatThrownBy(() -> Frames.crops(source))
                .hasMessageStartingWith("[x/c.npy] Expected source.point-fields")
                .hasMessageEndingWith(
                        "; of a load, set the options countField and pointFields in place of source.count-field"
                                + " and source.point-fields");
    }
}
