package io.cropmill.crop.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.crop.parquet.RowRuns.RowRun;
import io.cropmill.parquet.ParquetFile.RowGroup;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RowRunsTest {
    private static RowRuns groups(int... rows) {
        long[] first = new long[1];
        return new RowRuns(IntStream.range(0, rows.length)
                .mapToObj(index -> {
                    RowGroup group = new RowGroup(index, first[0], rows[index], 1000);
                    first[0] += rows[index];
                    return new RowRun(0, group, 0, rows[index]);
                })
                .toList());
    }

    private static List<Long> cuts(RowRuns runs, int of) {
        return LongStream.rangeClosed(0, of)
                .mapToObj(part -> runs.cut((int) part, of))
                .toList();
    }

    @Test
    void aPartIsARunOfWholeRowGroups() {
        RowRuns runs = groups(500, 500, 500, 500, 500, 500, 500, 500);
        assertThat(cuts(runs, 4)).containsExactly(0L, 1000L, 2000L, 3000L, 4000L);
        assertThat(cuts(runs, 3)).containsExactly(0L, 1500L, 2500L, 4000L);
        assertThat(runs.between(runs.cut(1, 3), runs.cut(2, 3)))
                .extracting(run -> run.group().index())
                .containsExactly(3, 4);
    }

    @Test
    void rowGroupsLongerThanAPartAreCut() {
        assertThat(cuts(groups(1000), 4)).containsExactly(0L, 250L, 500L, 750L, 1000L);
        assertThat(cuts(groups(900, 100), 2)).containsExactly(0L, 500L, 1000L);
    }

    @Test
    void partsFollowEachOtherWhateverTheGroups() {
        for (int of = 1; of < 60; of++) {
            assertThat(cuts(groups(1, 17, 2, 3, 100, 1, 1, 5), of))
                    .isSorted()
                    .startsWith(0L)
                    .endsWith(130L);
        }
    }
}
