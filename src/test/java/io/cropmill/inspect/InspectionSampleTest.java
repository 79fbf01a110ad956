package io.cropmill.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.inspect.InspectionSample.RowSpan;
import java.util.List;
import org.junit.jupiter.api.Test;

class InspectionSampleTest {
    @Test
    void spreadsItsRunsOverTheSplits() {
        assertThat(InspectionSample.runs(1)).containsExactly(16);
        assertThat(InspectionSample.runs(3)).containsExactly(5, 6, 5);
        assertThat(InspectionSample.runs(16)).containsOnly(1);
        assertThat(InspectionSample.runs(100_000))
                .hasSize(100_000)
                .filteredOn(runs -> runs > 0)
                .hasSize(16);
        assertThat(InspectionSample.runs(0)).isEmpty();
    }

    @Test
    void spreadsRowsOverASplit() {
        assertThat(InspectionSample.of(4, 1000, 2000, 100))
                .containsExactly(
                        new RowSpan(1093, 1157),
                        new RowSpan(1343, 1407),
                        new RowSpan(1593, 1657),
                        new RowSpan(1843, 1907));
    }

    @Test
    void takesAllOfWhatIsSmallOrAskedForWhole() {
        assertThat(InspectionSample.of(3, 0, 192, 100)).containsExactly(new RowSpan(0, 192));
        assertThat(InspectionSample.of(InspectionSample.ALL_ROWS, 5, 1_000_000, 100))
                .containsExactly(new RowSpan(5, 1_000_000));
        assertThat(InspectionSample.of(0, 0, 10, 100)).isEmpty();
        assertThat(InspectionSample.of(3, 7, 7, 100)).isEmpty();
    }

    @Test
    void takesFewerRowsWhereTheyAreLarge() {
        assertThat(InspectionSample.of(2, 0, 100, 4 << 20))
                .isEqualTo(List.of(new RowSpan(23, 27), new RowSpan(73, 77)));
        assertThat(InspectionSample.of(1, 0, Long.MAX_VALUE, Long.MAX_VALUE))
                .containsExactly(new RowSpan(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2 + 1));
    }
}
