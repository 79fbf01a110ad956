package io.cropmill.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.validate.PointHistogram;
import io.cropmill.validate.ValidationReport.Histogram;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BarsTest {
    @Test
    void drawsNothingOfNoCrops() {
        assertThat(Bars.text(of())).isEqualTo("points  crops\n");
    }

    @Test
    void drawsABarALine() {
        Histogram histogram = of(LongStream.range(0, 33).map(i -> i * i).toArray());

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

    private static Histogram of(long... counts) {
        PointHistogram histogram = new PointHistogram();
        for (long count : counts) {
            histogram.add(count);
        }
        return histogram.histogram();
    }
}
