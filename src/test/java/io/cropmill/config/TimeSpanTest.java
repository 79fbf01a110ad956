package io.cropmill.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeSpanTest {
    @Test
    void readsNumbersWithAUnit() {
        assertThat(TimeSpan.parse("36h")).isEqualTo(Duration.ofHours(36));
        assertThat(TimeSpan.parse("7 d")).isEqualTo(Duration.ofDays(7));
        assertThat(TimeSpan.parse("5 minutes")).isEqualTo(Duration.ofMinutes(5));
        assertThat(TimeSpan.parse("1.5s")).isEqualTo(Duration.ofMillis(1500));
        assertThat(TimeSpan.parse("0")).isEqualTo(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "1.5", "h", "-1h", "7 weeks", "soon"})
    void refusesOthers(String text) {
        assertThatThrownBy(() -> TimeSpan.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a duration must be a number of s, min, h or d, such as 36h, but was \"" + text + "\"");
    }
}
