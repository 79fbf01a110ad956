package io.cropmill.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "999, 999 B",
        "1000, 1.00 kB",
        "999994, 999.99 kB",
        "999995, 1.00 MB",
        "51052544000, 51.05 GB",
        "1500000000000, 1.50 TB",
        "9223372036854775807, 9.22 EB",
    })
    void writesBytes(long bytes, String text) {
        assertThat(Figures.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "999, 999 B",
        "1000, 1.0 kB",
        "27633000000, 27.6 GB",
        "49171000000, 49.2 GB",
        "999949, 999.9 kB"
    })
    void writesBytesForASentence(long bytes, String text) {
        assertThat(Figures.roughly(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"680000000, 0.68 GB/s", "99000000, 99.00 MB/s", "12, 12 B/s"})
    void writesRates(long bytes, String text) {
        assertThat(Figures.rate(bytes, 1_000_000_000)).isEqualTo(text);
        assertThat(Figures.rate(bytes, 0)).isEqualTo("-");
    }

    @ParameterizedTest
    @CsvSource({"0, 0:00", "1, 0:01", "57000000000, 0:57", "3599000000000, 59:59", "3723000000000, 1:02:03"})
    void writesTimes(long nanos, String text) {
        assertThat(Figures.clock(nanos)).isEqualTo(text);
    }

    @Test
    void writesTheSameInEveryCountry() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(Figures.count(1_234_567)).isEqualTo("1,234,567");
            assertThat(Figures.percent(531, 1000)).isEqualTo("53.1 %");
            assertThat(Figures.percent(1, 0)).isEqualTo("-");
            assertThat(Figures.roughPercent(461, 1000)).isEqualTo("46 %");
            assertThat(Figures.roughPercent(1, 0)).isEqualTo("-");
            assertThat(Figures.counted(1, "crop")).isEqualTo("1 crop");
            assertThat(Figures.counted(2_000, "crop")).isEqualTo("2,000 crops");
            assertThat(Figures.seconds(12_340_000_000L)).isEqualTo("12.3 s");
        } finally {
            Locale.setDefault(before);
        }
    }
}
