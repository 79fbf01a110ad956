package io.cropmill.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.frame.PartitionPlan.Slice;
import io.cropmill.frame.RowRanges.RowRange;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs are read by the same rules as {@code rebuild} reads them by. */
@Slow
class RaggedPairFrameTest {
    private static final String METADATA =
            "[('point_start', '<u4'), ('point_count', '>i8'), ('source_point_count', '<i2'), ('label', '<i4')]";

    private static final int BATCH_BYTES = 1200;

    @TempDir
    Path folder;

    /** A pair of places of unusual types; a row is its start, its count, and its count before the cap. */
    private void pair(String name, int points, int[]... rows) throws IOException {
        Frames.write(folder.resolve(name + ".npy"), METADATA, "(" + rows.length + ",)", 18 * rows.length, data -> {
            for (int[] row : rows) {
                data.putInt(row[0]).putLong(Long.reverseBytes(row[1])).putShort((short) row[2]);
                data.putInt(row[0] * 10);
            }
        });
        points(name, "<f4", points);
    }

    private void points(String name, String type, int points) throws IOException {
        String descr = "[('height', '" + type + "'), ('xy', '<f4', (2,))]";
        Frames.write(folder.resolve(name + ".points.npy"), descr, "(" + points + ",)", 12 * points, data -> {
            for (int i = 0; i < points; i++) {
                data.putFloat(i).putFloat(-i).putFloat(0.5f);
            }
        });
    }

    @Test
    void readsPlacesOfAnyWholeNumbers() throws IOException {
        pair("a", 5, new int[] {0, 2, 9}, new int[] {2, 0, 0}, new int[] {2, 3, 3});

        assertThat(Frames.json(Frames.crops(folder)))
                .containsExactly(
                        "{\"recording\":\"a\",\"row\":0,\"point_count\":2,\"height\":[0.0,1.0],"
                                + "\"xy\":[0.0,0.5,-1.0,0.5],\"label\":0}",
                        "{\"recording\":\"a\",\"row\":1,\"point_count\":0,\"height\":[],\"xy\":[],\"label\":20}",
                        "{\"recording\":\"a\",\"row\":2,\"point_count\":3,\"height\":[2.0,3.0,4.0],"
                                + "\"xy\":[-2.0,0.5,-3.0,0.5,-4.0,0.5],\"label\":20}");
    }

    @Test
    void refusesCropsThatDoNotLieSideBySide() throws IOException {
        pair("a", 5, new int[] {0, 2, 2}, new int[] {1, 4, 4});

        assertThatThrownBy(() -> Frames.crops(folder).select("height").collectAsList())
                .hasMessageContaining(
                        "[a.npy] Expected point_start 2, where the crop before ends in row 1, but found 1");
        assertThatThrownBy(() -> Frames.crops(folder).select("point_count").collectAsList())
                .hasMessageContaining(
                        "[a.npy] Expected point_start 2, where the crop before ends in row 1, but found 1");
    }

    @Test
    void refusesCropsThatLeavePointsOut() throws IOException {
        pair("a", 6, new int[] {0, 2, 2}, new int[] {2, 3, 3});

        assertThatThrownBy(() -> Frames.crops(folder).select("point_count").collectAsList())
                .hasMessageContaining("[a.npy] Expected crops that take up the 6 points of a.points.npy, but found"
                        + " points 0 to 5");
    }

    @Test
    void refusesFewerSourcePointsThanThePairHolds() throws IOException {
        pair("a", 2, new int[] {0, 2, 1});

        assertThatThrownBy(() -> Frames.crops(folder).select("height").collectAsList())
                .hasMessageContaining("[a.npy] Expected source_point_count of at least the 2 points that are kept in"
                        + " row 0, but found 1");
    }

    @Test
    void refusesPointsOfAnotherTypeThanPlanned() throws IOException {
        pair("a", 2, new int[] {0, 2, 2});
        Dataset<Row> heights = Frames.crops(folder).select("height");
        points("a", "<i4", 2);

        assertThatThrownBy(heights::collectAsList)
                .hasMessageContaining("[a.points.npy] Expected 2 points of [('height', '<f4'), ('xy', '<f4', (2,))], as"
                        + " when the query was planned, but found [('height', '<i4'), ('xy', '<f4', (2,))] of shape"
                        + " [2]; load it again");
    }

    @Test
    void leavesAsideWhatIsDerivedFromPairs() throws IOException {
        pair("a", 2, new int[] {0, 2, 2});
        for (String beside : List.of("raster", "raster-fine", "grids", "rows", "counts")) {
            Files.write(folder.resolve("a." + beside + ".npy"), PaddedFile.bytes(4, 1, 1));
        }

        assertThat(Frames.crops(folder).count()).isEqualTo(1);
        Files.write(folder.resolve("b.npy"), PaddedFile.bytes(4, 1, 1));
        assertThatThrownBy(() -> Frames.crops(folder))
                .hasMessageContaining("[b.npy] Expected a ragged pair, <rec>.npy and <rec>.points.npy, as other"
                        + " recordings of the source are, but found an array alone");
    }

    @Test
    void boundsBatchesByTheRecordsThatAreRead() throws IOException {
        int[][] rows = new int[50][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new int[] {i * 10, 10, 10};
        }
        pair("a", 500, rows);
        List<Integer> batches = batches(new RowRange(0, rows.length));

        assertThat(batches.stream().mapToInt(rowsOfBatch -> rowsOfBatch).sum()).isEqualTo(50);
        assertThat(batches).allMatch(rowsOfBatch -> rowsOfBatch * 10 * 12 <= BATCH_BYTES);
    }

    @Test
    void seesAGapWhereASliceBegins() throws IOException {
        pair("a", 8, new int[] {0, 2, 2}, new int[] {2, 2, 2}, new int[] {5, 1, 1}, new int[] {6, 2, 2});
        String gap = "[a.npy] Expected point_start 4, where the crop before ends in row 2, but found 5";

        assertThat(batches(new RowRange(1, 2))).containsExactly(1);
        assertThatThrownBy(() -> batches(new RowRange(1, 4))).hasMessage(gap);
        assertThatThrownBy(() -> batches(new RowRange(2, 4))).hasMessage(gap);
        assertThat(batches(new RowRange(3, 4))).containsExactly(1);
    }

    /** Rows of each batch that a slice of the pair gives. */
    private List<Integer> batches(RowRange range) throws IOException {
        SourceOptions options = SourceOptions.of(
                new CaseInsensitiveStringMap(Map.of("batchBytes", "" + BATCH_BYTES)), TableColumns.POINT_COUNT);
        FoundFile file = new CropsFinder(options, new Configuration())
                .find(List.of(folder.toString()))
                .get(0);
        TableColumns columns = new TableColumns(options, true);
        var schema = columns.schema("a.npy", file.form());
        FormPlan plan = new FormPlan(
                file.form(),
                List.of(columns.planned("a.npy", file.form(), schema.apply("height"))),
                List.of(),
                List.of());
        Slice slice = new Slice(file, 0, List.of(range));
        List<Integer> batches = new ArrayList<>();
        try (Storage storage = Storages.of(file.root(), new Configuration());
                RootAllocator allocator = new RootAllocator();
                RowsReader reader =
                        new RowsReader(storage, slice, plan, options.batchBytes(), allocator, new ReadMetrics())) {
            for (ColumnarBatch batch = reader.next(); batch != null; batch = reader.next()) {
                batches.add(batch.numRows());
                batch.close();
            }
        }

        return batches;
    }
}
