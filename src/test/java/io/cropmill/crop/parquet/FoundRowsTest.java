package io.cropmill.crop.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.CropException;
import io.cropmill.crop.parquet.RowRuns.RowRun;
import io.cropmill.parquet.ParquetFile.RowGroup;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of rows come back as they were packed. */
class FoundRowsTest {
    private static final String FILE = "x.parquet";

    private static List<RowGroup> groups(long... rows) {
        List<RowGroup> groups = new ArrayList<>();
        long first = 0;
        for (long count : rows) {
            groups.add(new RowGroup(groups.size(), first, count, 0));
            first += count;
        }
        return groups;
    }

    private static FoundRows packed(List<RowRun> runs) {
        FoundRows.Packing packing = new FoundRows.Packing();
        runs.forEach(run -> packing.add(run.group(), run.start(), run.rows()));
        return packing.done();
    }

    /** So many runs of one row, every tenth row. */
    private static List<RowRun> scattered(RowGroup group, int runs) {
        List<RowRun> scattered = new ArrayList<>();
        for (long run = 0; run < runs; run++) {
            scattered.add(new RowRun(0, group, run * 10, 1));
        }
        return scattered;
    }

    private static FoundRows sent(FoundRows rows) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(rows);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (FoundRows) in.readObject();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 100, 20_000, 3_000_000_000L})
    void comeBackFromATaskAsTheyWere(long most) throws IOException, ClassNotFoundException {
        Random random = new Random(most);
        List<RowGroup> groups = new ArrayList<>();
        List<RowRun> runs = new ArrayList<>();
        long all = 0;
        for (int index = 0; index < 200; index++) {
            RowGroup group = new RowGroup(index, all, 30 * most, 7);
            groups.add(group);
            all += group.rows();
            long row = 0;
            for (int run = random.nextInt(8); run > 0; run--) {
                long start = row + random.nextLong(most);
                long rows = 1 + random.nextLong(most);
                runs.add(new RowRun(3, group, start, rows));
                row = start + rows;
            }
        }
        FoundRows found = sent(packed(runs));
        assertThat(found.in(FILE, groups, 3)).isEqualTo(runs).hasSizeGreaterThan(500);
        assertThat(found.rows()).isEqualTo(runs.stream().mapToLong(RowRun::rows).sum());
        assertThat(found).isEqualTo(packed(runs));
    }

    @Test
    void areForgottenAboveTheBoundButCounted() throws CropException {
        List<RowGroup> groups = groups(1_000_000);
        // Two bytes a run, and one more for the group.
        int most = FoundRows.MOST_BYTES / 2 - 1;
        FoundRows kept = packed(scattered(groups.get(0), most));
        assertThat(kept.areKept()).isTrue();
        assertThat(kept.in(FILE, groups, 0)).isEqualTo(scattered(groups.get(0), most));
        FoundRows forgotten = packed(scattered(groups.get(0), most + 10));
        assertThat(forgotten.areKept()).isFalse();
        assertThat(forgotten.rows()).isEqualTo(most + 10);
    }

    @Test
    void ofSeveralFilesAreKeptAsFarAsTheBoundGoes() {
        RowGroup group = groups(1_000_000).get(0);
        FoundRows half = packed(scattered(group, FoundRows.MOST_BYTES / 4));
        FoundRows few = packed(scattered(group, 3));
        List<FoundRows> bounded = FoundRows.bounded(List.of(few, half, half, few));
        assertThat(bounded).extracting(FoundRows::areKept).containsExactly(true, true, false, true);
        assertThat(bounded).extracting(FoundRows::rows).containsExactly(3L, half.rows(), half.rows(), 3L);
    }

    @Test
    void refuseAFileWithFewerRows() {
        FoundRows found = packed(List.of(new RowRun(0, groups(5, 5).get(1), 2, 3)));
        String end = ", as when the run began, but found %d; it is being written to: run again when it is complete";
        assertThatThrownBy(() -> found.in(FILE, groups(5, 4), 0))
                .isInstanceOf(CropException.class)
                .hasMessage("[x.parquet] Expected 5 rows or more in row group 1" + end, 4);
        assertThatThrownBy(() -> found.in(FILE, groups(5), 0))
                .isInstanceOf(CropException.class)
                .hasMessage("[x.parquet] Expected 5 rows or more in row group 1" + end, 0);
    }
}
