package io.cropmill.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColorsTest {
    @Test
    void growBrighterWithTheValue() {
        for (int i = 0; i < 100; i++) {
            assertThat(luminance(Colors.sequential((i + 1) / 100.0)))
                    .as("step %d", i)
                    .isGreaterThan(luminance(Colors.sequential(i / 100.0)));
        }
    }

    @Test
    void growDarkerAwayFromEqual() {
        for (int i = 0; i < 100; i++) {
            for (int sign : new int[] {-1, 1}) {
                assertThat(luminance(Colors.diverging(sign * (i + 1) / 100.0)))
                        .as("step %d", sign * i)
                        .isLessThan(luminance(Colors.diverging(sign * i / 100.0)));
            }
        }
        assertThat(Colors.diverging(-1) & 0xFF).isGreaterThan(Colors.diverging(-1) >> 16);
        assertThat(Colors.diverging(1) & 0xFF).isLessThan(Colors.diverging(1) >> 16);
    }

    @Test
    void areACssGradientToo() {
        assertThat(Colors.sequentialGradient())
                .startsWith(String.format("linear-gradient(90deg,#%06x,", Colors.sequential(0)))
                .endsWith(String.format(",#%06x)", Colors.sequential(1)));
        assertThat(Colors.divergingGradient()).contains(String.format(",#%06x,", Colors.diverging(0)));
    }

    private static double luminance(int rgb) {
        return 0.2126 * (rgb >> 16) + 0.7152 * (rgb >> 8 & 0xFF) + 0.0722 * (rgb & 0xFF);
    }
}
