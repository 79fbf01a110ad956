package io.cropmill.frame;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.rand;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.NumberedRasterizer;
import io.cropmill.job.Rebuilds;
import io.cropmill.storage.MiniDfs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
class CropsFormatTest {
    private static final int CAPACITY = 40;

    @TempDir
    Path folder;

    private Path source;
    private Path target;

    @BeforeEach
    void writeRecordings() throws IOException {
        source = folder.resolve("source");
        target = folder.resolve("target");
        PaddedFile.write(source.resolve("drive/a.npy"), CAPACITY, 1, 10, 0, 40, 7, 22);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, 3, 39, 0);
    }

    @Test
    void readsPaddedRecordingsTrimmed() {
        Dataset<Row> crops = Frames.crops(source);

        assertThat(crops.schema().simpleString())
                .isEqualTo("struct<recording:string,row:bigint,point_count:int,xy:array<float>,height:array<float>,"
                        + "intensity:array<float>,label:int,center:array<double>,timestamp:bigint>");
        assertThat(Frames.json(crops.where("row < 2")
                        .selectExpr("recording", "row", "point_count n", "size(xy) xy", "center[0] x")
                        .orderBy("recording", "row")))
                .containsExactly(
                        "{\"recording\":\"b\",\"row\":0,\"n\":3,\"xy\":6,\"x\":0.0}",
                        "{\"recording\":\"b\",\"row\":1,\"n\":39,\"xy\":78,\"x\":0.5}",
                        "{\"recording\":\"drive/a\",\"row\":0,\"n\":10,\"xy\":20,\"x\":0.0}",
                        "{\"recording\":\"drive/a\",\"row\":1,\"n\":0,\"xy\":0,\"x\":0.5}");
    }

    @Test
    void writesTheSameBytesInAnyPartitionsAndOrder() throws IOException {
        Dataset<Row> crops = Frames.crops(source);
        Frames.write(crops, target, "cap", "25");
        Map<String, String> first = Rebuilds.data(target.resolve("v000001"));

        for (int partitions : new int[] {1, 5}) {
            Path other = folder.resolve("other-" + partitions);
            Frames.write(crops.repartition(partitions, rand(3)).orderBy(rand(partitions)), other, "cap", "25");
            assertThat(Rebuilds.data(other.resolve("v000001"))).isEqualTo(first);
        }
        assertThat(first.keySet())
                .containsExactly(
                        "b.npy",
                        "b.points.npy",
                        "b.raster.npy",
                        "drive/a.npy",
                        "drive/a.points.npy",
                        "drive/a.raster.npy");
    }

    @Test
    void readsBackWhatItWrote() throws IOException {
        Dataset<Row> crops = Frames.crops(source);
        Frames.write(crops, target);

        List<String> read = Frames.json(Frames.crops(target).orderBy("recording", "row"));
        assertThat(read).isEqualTo(Frames.json(crops.orderBy("recording", "row")));
        assertThat(Frames.json(Frames.crops(target.resolve("v000001")).orderBy("recording", "row")))
                .isEqualTo(read);
        assertThat(Frames.crops(target).count()).isEqualTo(8);
    }

    @Test
    void writesDurationsAsTheyWere() throws IOException {
        Path durations = folder.resolve("durations");
        String header = "{'descr': [('xy', '<f4', (4, 2)), ('height', '<f4', (4,)), ('intensity', '<f4', (4,)),"
                + " ('point_count', '<i4'), ('took', '<m8[15us]'), ('each', '<m8[h]', (2,))],"
                + " 'fortran_order': False, 'shape': (2,), }";
        ByteBuffer rows = ByteBuffer.allocate(2 * 92).order(ByteOrder.LITTLE_ENDIAN);
        rows.putInt(64, 3).putLong(68, 7).putLong(76, -5).putLong(84, 48);
        rows.putInt(92 + 64, 4).putLong(92 + 68, Long.MIN_VALUE);
        Files.createDirectories(durations);
        Files.write(durations.resolve("a.npy"), PaddedFile.npy(header, rows.array()));
        Frames.write(Frames.crops(durations), target);

        byte[] written = Files.readAllBytes(target.resolve("v000001/a.npy"));
        String descr = "'descr': [('point_start', '<i8'), ('point_count', '<i4'), ('source_point_count', '<i4'),"
                + " ('took', '<m8[15us]'), ('each', '<m8[h]', (2,))],";
        assertThat(new String(written, StandardCharsets.ISO_8859_1)).contains(descr);
        ByteBuffer expected = ByteBuffer.allocate(2 * 40).order(ByteOrder.LITTLE_ENDIAN);
        expected.putLong(0).putInt(3).putInt(3).putLong(7).putLong(-5).putLong(48);
        expected.putLong(3).putInt(4).putInt(4).putLong(Long.MIN_VALUE);
        assertThat(Arrays.copyOfRange(written, written.length - 80, written.length))
                .isEqualTo(expected.array());
    }

    @Test
    void writesTheBytesOfARebuild() throws IOException {
        Frames.write(Frames.crops(source), target, "cap", "25", "points.layout", "plain");
        Path rebuilt = folder.resolve("rebuilt");
        new io.cropmill.job.SparkJobs(io.cropmill.report.Progress.silent())
                .rebuild(new io.cropmill.job.Jobs.RebuildRequest(
                        source.toUri(),
                        rebuilt.toUri(),
                        io.cropmill.config.SettingsLoader.load(
                                java.util.Optional.empty(), List.of("cap=25", "points.layout=plain")),
                        java.util.Set.of()));

        assertThat(Rebuilds.data(target.resolve("v000001"))).isEqualTo(Rebuilds.data(rebuilt.resolve("v000001")));
    }

    @Test
    void givesCropsNewRowsFromZeroOn() throws IOException {
        Frames.write(Frames.crops(source).where("label = 2"), target);

        assertThat(Frames.json(Frames.crops(target).select("recording", "row", "timestamp")))
                .containsExactlyInAnyOrder(
                        "{\"recording\":\"b\",\"row\":0,\"timestamp\":1700000000200}",
                        "{\"recording\":\"drive/a\",\"row\":0,\"timestamp\":1700000000200}");
    }

    @Test
    void writesAsModesSay() throws IOException {
        Dataset<Row> crops = Frames.crops(source).where("recording = 'b'");
        Frames.write(crops, target);

        assertThatThrownBy(() -> Frames.write(crops, target))
                .hasMessage("[" + target.toUri().toString().replaceAll("/$", "")
                        + "] Expected no dataset, but found v000001; use the mode append," + " overwrite or ignore");
        Frames.write("ignore", crops, target);
        assertThat(current()).isEqualTo("v000001");
        assertThatThrownBy(() -> Frames.write("append", crops, target))
                .hasMessage("[b] Expected recordings that the dataset does not have, but found 1 that it has; give them"
                        + " other names, or use the mode overwrite");
        Frames.write("append", crops.withColumn("recording", concat(lit("c/"), col("recording"))), target);
        assertThat(current()).isEqualTo("v000002");
        assertThat(Frames.json(Frames.crops(target).groupBy("recording").count().orderBy("recording")))
                .containsExactly("{\"recording\":\"b\",\"count\":3}", "{\"recording\":\"c/b\",\"count\":3}");
        Frames.write("overwrite", Frames.crops(target).where("recording = 'c/b'"), target);
        assertThat(Frames.json(Frames.crops(target).groupBy("recording").count()))
                .containsExactly("{\"recording\":\"c/b\",\"count\":3}");
        assertThat(Frames.crops(target, "version", "v000001").count()).isEqualTo(3);
    }

    @Test
    void appendsWithOptionsThatAgreeWithTheLiveVersion() throws IOException {
        Dataset<Row> crops = Frames.crops(source).where("recording = 'b'");
        Frames.write("errorifexists", crops, target, "cap", "25", "seed", "7", "points.layout", "plain");
        Path config = Files.writeString(folder.resolve("crops.conf"), "cap = 25\nlock { stale-after = 90s }\n");

        Frames.write("append", Frames.named(crops, "c"), target, "lock.stale-after", "60s");
        Frames.write("append", Frames.named(crops, "d"), target, "seed", "7");
        Frames.write("append", Frames.named(crops, "e"), target, "config", config.toString(), "points.layout", "plain");

        assertThat(current()).isEqualTo("v000004");
        assertThat(Rebuilds.data(target.resolve("v000003")).get("d/b.points.npy"))
                .isNotNull();
        assertThatThrownBy(() -> Frames.write("append", Frames.named(crops, "f"), target, "seed", "7", "cap", "30"))
                .hasMessage("Cannot append to v000004: cap must be its own; leave those options out, or use the mode"
                        + " overwrite");
        assertThatThrownBy(() -> Frames.write("append", Frames.named(crops, "f"), target, "rasters.default", "null"))
                .hasMessageContaining("Cannot append to v000004: rasters.default");
    }

    @Test
    void appendsNoRastersOfAnotherVersionOfTheirClass() throws IOException {
        Dataset<Row> crops = Frames.crops(source).where("recording = 'b'");
        NumberedRasterizer.become(1);
        Frames.write("errorifexists", crops, target, "rasters.default.class", NumberedRasterizer.class.getName());
        Frames.write("append", Frames.named(crops, "c"), target);
        NumberedRasterizer.become(2);
        assertThatThrownBy(() -> Frames.write("append", Frames.named(crops, "d"), target))
                .hasMessage("Cannot append to v000002: rasters.default.class has another version now, \"2\"; use the"
                        + " class that it was built with, or the mode overwrite");
        assertThat(current()).isEqualTo("v000002");
    }

    @Test
    void refusesRowsThatAreNoCropsAndPublishesNothing() throws IOException {
        Dataset<Row> crops = Frames.crops(source);

        assertThatThrownBy(() -> Frames.write(crops.union(crops), target))
                .hasMessageContaining("Expected each row once, but found row ");
        assertThatThrownBy(
                        () -> Frames.write(crops.withColumn("label", lit(null).cast("int")), target))
                .hasMessageContaining("Expected column 'label' of row 0 to hold a value, but found null");
        assertThatThrownBy(() -> Frames.write(crops.withColumn("point_count", lit(1)), target))
                .hasMessageContaining("the number of its points, but found 1; drop the column or fix it");
        assertThatThrownBy(() -> Frames.write(crops.where("row > 100"), target))
                .hasMessage("Cannot write crops: the DataFrame has no rows; nothing was published");
        assertThatThrownBy(() -> Frames.write(crops.drop("row"), target))
                .hasMessageStartingWith("Cannot write crops: expected an integer column 'row', but found columns");
        assertThatThrownBy(() -> Frames.write(crops.withColumn("recording", lit("../x")), target))
                .hasMessageContaining("[../x]");
        assertThat(Files.exists(target.resolve("CURRENT"))).isFalse();
    }

    @Test
    void takesPointFieldsByName() throws IOException {
        Dataset<Row> rows =
                Frames.spark().sql("select 'r' recording, 0 row, array(1f, 2f, 3f, 4f) p, array(5f, 6f) height, 7L id");

        assertThatThrownBy(() -> Frames.write(rows, target))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Cannot write crops: expected in column 'p' values of one size, but found ARRAY<FLOAT>, of"
                        + " which nothing says how long it is; say it with .option(\"cropFields\", \"p:3\") if it has 3"
                        + " values in every crop, or with .option(\"pointFields\", \"p:1\") if it has 1 value a point, or"
                        + " drop it");
        Frames.write(rows, target, "pointFields", "p:2, height", "rasters.default", "null");
        assertThat(Frames.json(Frames.crops(target)))
                .containsExactly("{\"recording\":\"r\",\"row\":0,\"point_count\":2,\"p\":[1.0,2.0,3.0,4.0],"
                        + "\"height\":[5.0,6.0],\"id\":7}");
    }

    @Test
    void takesCropFieldsOfAFixedLengthByName() throws IOException {
        Dataset<Row> rows = Frames.spark()
                .sql("select 'r' recording, 0 row, array(5f, 6f) height, array(1d, 2d, 3d) center,"
                        + " array(array(1, 2, 3), array(4, 5, 6)) pose, array(7, 8, 9, 10) flat");
        String[] named = {
            "pointFields", "height", "cropFields", "center:3, pose:2x3,flat:2x2", "rasters.default", "null"
        };

        Frames.write(rows, target, named);
        assertThat(Files.readString(target.resolve("v000001/r.npy"), StandardCharsets.ISO_8859_1))
                .contains("('center', '<f8', (3,)), ('pose', '<i4', (2, 3)), ('flat', '<i4', (2, 2))]");
        assertThat(Frames.json(Frames.crops(target).drop("recording", "row", "point_count")))
                .containsExactly("{\"height\":[5.0,6.0],\"center\":[1.0,2.0,3.0],\"pose\":[1,2,3,4,5,6],"
                        + "\"flat\":[7,8,9,10]}");

        Dataset<Row> shorter = rows.withColumn("center", functions.expr("slice(center, 1, 2)"));
        assertThatThrownBy(() -> Frames.write("overwrite", shorter, target, named))
                .hasMessageContaining("Expected column 'center' of row 0 to hold 3 values, but found 2");
        assertRefused(
                rows,
                "heigt:1",
                "Cannot write crops: expected a column 'heigt', as the option cropFields says,"
                        + " but found columns [recording, row, height, center, pose, flat]; did you mean height?");
        assertRefused(rows, "row_:1,center:3,pose:6,flat:4", "Cannot write crops: expected a column 'row_'");
        assertRefused(
                rows,
                "center:3,pose:4x4x4,flat:4",
                "Cannot write crops: expected in column 'pose' lists of numbers, as the option cropFields says, nested"
                        + " as its shape is or flat, but found ARRAY<ARRAY<INT>>");
        assertRefused(
                rows,
                "center:3,pose:2x3,flat:4,height:2",
                "Cannot write crops: expected the option cropFields to name crop fields, but found 'height'");
        assertRefused(
                rows,
                "center:3,pose:2x3,flat:4,center:3",
                "Cannot write crops: expected the option cropFields to name a field once, but found 'center' twice");
        assertRefused(
                rows,
                "center",
                "Option cropFields must name fields with their shape, as in \"center:3, pose:4x4\","
                        + " but was \"center\"");
    }

    private void assertRefused(Dataset<Row> rows, String cropFields, String message) {
        assertThatThrownBy(() ->
                        Frames.write("overwrite", rows, target, "pointFields", "height", "cropFields", cropFields))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void publishesNothingWhereNoPointReachesARaster() {
        assertThatThrownBy(() -> Frames.write(
                        "errorifexists",
                        Frames.crops(source),
                        target,
                        "rasters.default.x",
                        "[1000, 1001]",
                        "rasters.default.channels",
                        "[density]"))
                .hasMessageStartingWith(
                        "Cannot publish v000001: rasters.default must be reached by a point but was by none"
                                + " of 121: 121 are outside x = [1000.0, 1001.0), for x is ")
                .hasMessageEndingWith("}, or store the points of each crop relative to its own centre");
        assertThat(target.resolve("CURRENT")).doesNotExist();
    }

    @Test
    void refusesATargetInAFolderThatItReads() throws IOException {
        Path inside = source.resolve("out/crops");
        for (Dataset<Row> rows : List.of(
                Frames.crops(source),
                Frames.crops(source).where("row = 0").union(Frames.crops(source)),
                Frames.spark()
                        .read()
                        .format("crops")
                        .schema(Frames.crops(source).schema())
                        .load(source.toString()))) {
            assertThatThrownBy(() -> Frames.write(rows, inside))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("target must lie apart from what is written to it but was file://" + inside
                            + ", in file://" + source + "; choose another folder");
        }
        assertThat(source.resolve("out")).doesNotExist();
        Frames.write(Frames.crops(source), target);
        Frames.write("append", Frames.named(Frames.crops(target), "again"), target);
        assertThat(Frames.crops(target).count())
                .isEqualTo(2 * Frames.crops(source).count());
    }

    @Test
    void readsAndWritesOnHdfs() throws IOException {
        String root = MiniDfs.shared().newFolder();
        Frames.write(Frames.crops(source), target);
        Frames.crops(source).write().format("crops").save(root + "/target");
        Dataset<Row> read = Frames.spark().read().format("crops").load(root + "/target");

        assertThat(Frames.json(read.orderBy("recording", "row")))
                .isEqualTo(Frames.json(Frames.crops(target).orderBy("recording", "row")));
        Dataset<Row> file = Frames.spark().read().format("npy").load(root + "/target/v000001/b.points.npy");
        assertThat(file.count()).isEqualTo(42);
        // What reads knows where its blocks are; the RDDs after it leave that to the scheduler.
        RDD<?> rdd = file.queryExecution().toRdd();
        while (!rdd.dependencies().isEmpty()) {
            rdd = rdd.dependencies().head().rdd();
        }
        assertThat(rdd.preferredLocations(rdd.partitions()[0]).nonEmpty()).isTrue();
    }

    private String current() throws IOException {
        return Files.readString(target.resolve("CURRENT")).strip();
    }
}
