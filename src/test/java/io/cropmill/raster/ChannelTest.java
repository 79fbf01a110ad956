package io.cropmill.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.raster.Channel.Statistic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelTest {
    @ParameterizedTest
    @ValueSource(strings = {"count", "occupancy", "density", "max(height)", "min(xy.1)", "mean(a b)", "top(intensity)"})
    void printsWhatItReads(String text) {
        assertThat(Channel.parse(text)).hasToString(text);
    }

    @Test
    void readsAStatisticOfAComponent() {
        assertThat(Channel.parse("top(xy.1)"))
                .isEqualTo(new Statistic(Statistic.StatisticKind.TOP, new Component("xy", 1)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "Density", "max", "max()", "max(height", "max (height)", "sum(height)", "max((height))"})
    void saysWhatIsAllowed(String text) {
        assertThatThrownBy(() -> Channel.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "Expected count, occupancy, density, or max, min, mean, top of a component such as max(height)"
                                + " or mean(xy.0), but found \"" + text + "\"");
    }
}
