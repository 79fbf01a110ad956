package io.cropmill.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CountHistogramTest {
    @Test
    void holdsNothingAtFirst() {
        assertThat(new CountHistogram().crops()).isEmpty();
        assertThat(Bars.text(new CountHistogram())).isEqualTo("points  crops\n");
    }

    @Test
    void countsEachNumberWhileTheyAreSmall() {
        CountHistogram histogram = of(0, 2, 2, 63);

        assertThat(histogram.width()).isEqualTo(1);
        assertThat(histogram.crops()).hasSize(64).startsWith(1L, 0L, 2L, 0L).endsWith(1L);
    }

    @Test
    void widensItsBinsByPowersOfTwo() {
        CountHistogram histogram = of(0, 1, 2, 3, 4096);

        assertThat(histogram.width()).isEqualTo(128);
        assertThat(histogram.crops()).hasSize(33).startsWith(4L, 0L).endsWith(0L, 1L);
    }

    @Test
    void addsUpToTheSameWhateverTheOrder() {
        CountHistogram small = of(5, 6, 7);
        small.addAll(of(1_000_000, 3));
        CountHistogram large = of(1_000_000, 3);
        large.addAll(of(5, 6, 7));
        CountHistogram one = of(3, 5, 6, 7, 1_000_000);

        for (CountHistogram histogram : List.of(small, large)) {
            assertThat(histogram.width()).isEqualTo(one.width());
            assertThat(histogram.crops()).isEqualTo(one.crops());
        }
    }

    @Test
    void drawsABarALine() {
        CountHistogram histogram = of(LongStream.range(0, 33).map(i -> i * i).toArray());

        assertThat(Bars.text(histogram)).isEqualTo("""
                        points          crops
                        0 to 127           12  ########################################
                        128 to 255          4  ##############
                        256 to 383          4  ##############
                        384 to 511          3  ##########
                        512 to 639          3  ##########
                        640 to 767          2  #######
                        768 to 895          2  #######
                        896 to 1,023        2  #######
                        1,024 to 1,151      1  ####
                        """);
        assertThat(Bars.text(of(0, 2))).isEqualTo("""
                        points  crops
                        0           1  ########################################
                        1           0
                        2           1  ########################################
                        """);
    }

    private static CountHistogram of(long... counts) {
        CountHistogram histogram = new CountHistogram();
        for (long count : counts) {
            histogram.add(count);
        }
        return histogram;
    }
}
