package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.config.SettingsException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverSparkTest {
    @Test
    void takesTheSparkOfTheTests() {
        assertThat(DriverSpark.here().refusal()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"4.2.0, 2.13.18", "4.2.1-SNAPSHOT, 2.13.20", "4.1.3, 2.13.17"})
    void takesWhatWasTested(String spark, String scala) {
        assertThat(new DriverSpark(spark, scala).refusal()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"3.5.6, 2.12.18", "4.0.1, 2.13.16", "4.3.0, 2.13.18", "4.20.0, 2.13.18", "4.2.0, 3.7.1"})
    void refusesAnotherLineAndAnotherScala(String spark, String scala) {
        Assertions.assertThatThrownBy(() -> new DriverSpark(spark, scala).require())
                .isInstanceOf(SettingsException.class)
                .hasMessage("Spark must be 4.1 or 4.2 with Scala 2.13 but was " + spark + " with Scala " + scala
                        + "; set SPARK_HOME to such a Spark, or unset it to use the one in target/spark");
    }
}
