package io.cropmill.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.inspect.Sample.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {
    @Test
    void spreadsItsRunsOverTheSplits() {
        assertThat(Sample.runs(1)).containsExactly(16);
        assertThat(Sample.runs(3)).containsExactly(5, 6, 5);
        assertThat(Sample.runs(16)).containsOnly(1);
        assertThat(Sample.runs(100_000))
                .hasSize(100_000)
                .filteredOn(runs -> runs > 0)
                .hasSize(16);
        assertThat(Sample.runs(0)).isEmpty();
    }

    @Test
    void spreadsRowsOverASplit() {
        assertThat(Sample.of(4, 1000, 2000, 100))
                .containsExactly(new Run(1093, 1157), new Run(1343, 1407), new Run(1593, 1657), new Run(1843, 1907));
    }

    @Test
    void takesAllOfWhatIsSmallOrAskedForWhole() {
        assertThat(Sample.of(3, 0, 192, 100)).containsExactly(new Run(0, 192));
        assertThat(Sample.of(Sample.ALL_ROWS, 5, 1_000_000, 100)).containsExactly(new Run(5, 1_000_000));
        assertThat(Sample.of(0, 0, 10, 100)).isEmpty();
        assertThat(Sample.of(3, 7, 7, 100)).isEmpty();
    }

    @Test
    void takesFewerRowsWhereTheyAreLarge() {
        assertThat(Sample.of(2, 0, 100, 4 << 20)).isEqualTo(List.of(new Run(23, 27), new Run(73, 77)));
        assertThat(Sample.of(1, 0, Long.MAX_VALUE, Long.MAX_VALUE))
                .containsExactly(new Run(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2 + 1));
    }
}
