package io.cropmill.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
class PushDownTest {
    /** A row has 16 bytes a point, and 40 more. */
    private static final int CAPACITY = 4000;

    private static final int ROW_BYTES = CAPACITY * 16 + 40;
    private static final int HEADER_READS = 2048;

    @TempDir
    Path folder;

    @BeforeEach
    void writeRecordings() throws IOException {
        PaddedFile.write(folder.resolve("drive/a.npy"), CAPACITY, 1, 10, 20, 30, 40, 50, 60);
        PaddedFile.write(folder.resolve("drive/b.npy"), CAPACITY, 2, 5, 0, 7);
    }

    @Test
    void readsOnlyTheColumnsOfAQuery() {
        Dataset<Row> labels = Frames.npy(folder).select("label");

        assertThat(Frames.metric(labels, "bytesRead")).isBetween(9L * 4, 9L * 4 + HEADER_READS);
        assertThat(Frames.explained(labels))
                .contains("PushedColumns: [label], PushedFilters: [], files: 2 of 2, partitions: ")
                .contains("rows: in parts, read: at most 36 of ");
    }

    @Test
    void readsOnlyRealPoints() {
        Dataset<Row> heights = Frames.npy(folder, "countField", "point_count").select("height");

        long points = 10 + 20 + 30 + 40 + 50 + 60 + 5 + 7;
        assertThat(Frames.metric(heights, "bytesRead"))
                .isBetween(points * 4 + 9 * 4, points * 4 + 9 * 4 + HEADER_READS);
    }

    @Test
    void prunesFilesByRecording() {
        Dataset<Row> one = Frames.npy(folder).where("recording = 'drive/b'").select("xy");

        assertThat(Frames.explained(one)).contains("files: 1 of 2").doesNotContain("Filter (");
        assertThat(one.count()).isEqualTo(3);
    }

    @Test
    void prunesRows() {
        Dataset<Row> rows = Frames.npy(folder).where("row >= 4 or row = 1").select("recording", "row", "height");

        assertThat(rows.collectAsList().stream().map(row -> row.getString(0) + " " + row.getLong(1)))
                .containsExactlyInAnyOrder("drive/a 1", "drive/a 4", "drive/a 5", "drive/b 1");
        assertThat(Frames.metric(rows, "bytesRead")).isLessThan(4L * CAPACITY * 4 + HEADER_READS);
    }

    @Test
    void readsPointsOnlyWhereAFieldSaysSo() {
        Dataset<Row> some = Frames.npy(folder).where("label = 2").select("row", "height");

        assertThat(some.collectAsList().stream().map(row -> row.getLong(0))).containsExactlyInAnyOrder(2L, 5L, 2L);
        assertThat(Frames.metric(some, "bytesRead")).isLessThan(3L * (CAPACITY + 1) * 4 + 9 * 4 + HEADER_READS);
        assertThat(Frames.metric(some, "rowsDecoded")).isEqualTo(3);
        assertThat(Frames.explained(some)).contains("PushedFilters: [label = 2]");
    }

    @Test
    void filtersOnWhatIsComputedFromRows() {
        Dataset<Row> some = Frames.npy(folder).where("row % 2 = 1").select("row", "height");

        assertThat(some.collectAsList().stream().map(row -> row.getLong(0))).containsExactlyInAnyOrder(1L, 3L, 5L, 1L);
        assertThat(Frames.metric(some, "rowsDecoded")).isEqualTo(4);
    }

    @Test
    void countsFromHeaders() {
        Dataset<Row> count = Frames.npy(folder).where("row > 0").groupBy().count();

        assertThat(count.first().getLong(0)).isEqualTo(7);
        assertThat(Frames.explained(count)).contains("PushedAggregates: [COUNT(*)] from 2 headers");
        assertThat(Frames.npy(folder).count()).isEqualTo(9);
    }

    @Test
    void readsNoMoreThanALimit() {
        Dataset<Row> few = Frames.npy(folder).select("height").limit(2);

        assertThat(few.collectAsList()).hasSize(2);
        assertThat(Frames.explained(few)).contains("PushedLimit: 2, files: 1 of 2");
        assertThat(Frames.metric(few, "bytesRead")).isLessThan(2L * CAPACITY * 4 + HEADER_READS);
    }

    @Test
    void tellsHowManyRowsThereAre() {
        var statistics = Frames.npy(folder)
                .select("label")
                .queryExecution()
                .optimizedPlan()
                .stats();

        assertThat(statistics.rowCount().get().toLong()).isEqualTo(9);
        assertThat(statistics.sizeInBytes().toLong()).isLessThan(ROW_BYTES);
    }

    @Test
    void opensNothingWhereNothingOfAFileIsAskedFor() {
        Dataset<Row> names = Frames.npy(folder).select("recording", "row");

        assertThat(Frames.metric(names, "bytesRead")).isZero();
        assertThat(names.collectAsList()).hasSize(9);
    }

    /** The recordings as pairs: records of 16 bytes a point. */
    private Path pairs() throws IOException {
        Path target = folder.resolve("pairs");
        Frames.crops(folder.resolve("drive")).write().format("crops").save(target.toString());
        return target.resolve("v000001");
    }

    private static long size(Dataset<Row> rows) {
        return rows.queryExecution().optimizedPlan().stats().sizeInBytes().toLong();
    }

    @Test
    void countsThePointsOfPairsInStatistics() throws IOException {
        Path pairs = pairs();
        long points = 10 + 20 + 30 + 40 + 50 + 60 + 5 + 7;

        assertThat(size(Frames.crops(pairs).select("xy", "height", "intensity")))
                .isBetween(points * 16, points * 16 + 9 * 64);
        assertThat(size(Frames.crops(pairs).select("height"))).isBetween(points * 4, points * 4 + 9 * 64);
        assertThat(size(Frames.crops(pairs).select("label"))).isEqualTo(9 * 4);
    }

    @Test
    void explainsThatPointsOfPairsAreRead() throws IOException {
        String explained = Frames.explained(Frames.crops(pairs()).select("height"));

        long read = Long.parseLong(
                explained.replaceAll("(?s).*read: at most ([0-9,]+) of.*", "$1").replace(",", ""));
        assertThat(read).isGreaterThan(222L * 16);
    }

    @Test
    void cutsPairsByTheirPoints() throws IOException {
        PaddedFile.write(folder.resolve("one/c.npy"), CAPACITY, 3, 4000, 4000, 4000, 4000, 4000, 4000, 4000, 4000);
        Path target = folder.resolve("large");
        Frames.crops(folder.resolve("one")).write().format("crops").save(target.toString());
        var conf = Frames.spark().conf();
        conf.set("spark.sql.files.maxPartitionBytes", 2 * 64_000);
        conf.set("spark.sql.files.openCostInBytes", 1);
        try {
            Dataset<Row> crops = Frames.crops(target.resolve("v000001"));

            assertThat(crops.select("height").rdd().getNumPartitions()).isBetween(4, 8);
            assertThat(crops.select("label").rdd().getNumPartitions()).isLessThan(4);
        } finally {
            conf.unset("spark.sql.files.maxPartitionBytes");
            conf.unset("spark.sql.files.openCostInBytes");
        }
    }

    @Test
    void refusesPairsOfRowsThatAreTooLarge() throws IOException {
        Path pairs = pairs();

        assertThatThrownBy(() ->
                        Frames.crops(pairs, "maxRowBytes", "100").select("xy").collectAsList())
                .hasMessageContaining("Expected rows of at most 100 bytes, but found ")
                .hasMessageContaining("a.npy");
    }

    @Test
    void appliesNoLimitToTheRowsThatACountCounts() {
        var options = new CaseInsensitiveStringMap(Map.of("path", folder.toString()));
        var source = new NpySource();
        var builder = new LoadScanBuilder(
                (LoadedTable) source.getTable(source.inferSchema(options), new Transform[0], options));
        assertThat(builder.pushAggregation(new Aggregation(new AggregateFunc[] {new CountStar()}, new Expression[0])))
                .isTrue();

        assertThat(builder.pushLimit(1)).isFalse();
        assertThat(((CountScan) builder.build()).rows()).isEqualTo(9);
    }
}
