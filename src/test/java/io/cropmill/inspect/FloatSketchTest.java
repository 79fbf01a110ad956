package io.cropmill.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FloatSketchTest {
    @Test
    void boundsAllButAShare() {
        FloatSketch odd = new FloatSketch();
        FloatSketch even = new FloatSketch();
        for (int value = -100; value <= 900; value++) {
            (value % 2 == 0 ? even : odd).add(value);
        }
        odd.addAll(even);

        assertThat(odd.lowerBound(0)).isBetween(-100 * 33 / 32.0, -100.0);
        assertThat(odd.upperBound(0)).isBetween(900.0, 900 * 33 / 32.0);
        assertThat(odd.upperBound(0.1)).isCloseTo(800, within(800 / 32.0));
        assertThat(odd.lowerBound(0.1)).isCloseTo(0, within(0.001));
    }

    @Test
    void keepsTheSignsApart() {
        FloatSketch sketch = new FloatSketch();
        sketch.add(-1e-30f);
        assertThat(sketch.upperBound(0)).isNegative();
        sketch.add(1e30f);
        assertThat(sketch.lowerBound(0)).isNegative();
        assertThat(sketch.upperBound(0)).isGreaterThanOrEqualTo(1e30f);
    }
}
