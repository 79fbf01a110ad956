package io.cropmill.validate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PointHistogramTest {
    @Test
    void holdsNothingAtFirst() {
        assertThat(new PointHistogram().histogram().crops()).isEmpty();
    }

    @Test
    void countsEachNumberWhileTheyAreSmall() {
        PointHistogram histogram = of(0, 2, 2, 63);

        assertThat(histogram.histogram().width()).isEqualTo(1);
        assertThat(histogram.histogram().crops())
                .hasSize(64)
                .startsWith(1L, 0L, 2L, 0L)
                .endsWith(1L);
    }

    @Test
    void widensItsBinsByPowersOfTwo() {
        PointHistogram histogram = of(0, 1, 2, 3, 4096);

        assertThat(histogram.histogram().width()).isEqualTo(128);
        assertThat(histogram.histogram().crops()).hasSize(33).startsWith(4L, 0L).endsWith(0L, 1L);
    }

    @Test
    void addsUpToTheSameWhateverTheOrder() {
        PointHistogram small = of(5, 6, 7);
        small.addAll(of(1_000_000, 3));
        PointHistogram large = of(1_000_000, 3);
        large.addAll(of(5, 6, 7));
        PointHistogram one = of(3, 5, 6, 7, 1_000_000);

        for (PointHistogram histogram : List.of(small, large)) {
            assertThat(histogram.histogram().width()).isEqualTo(one.histogram().width());
            assertThat(histogram.histogram().crops()).isEqualTo(one.histogram().crops());
        }
    }

    private static PointHistogram of(long... counts) {
        PointHistogram histogram = new PointHistogram();
        for (long count : counts) {
            histogram.add(count);
        }
        return histogram;
    }
}
