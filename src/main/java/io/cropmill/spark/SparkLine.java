package io.cropmill.spark;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import java.util.List;
import java.util.Optional;
import scala.util.Properties;

/**
 * The Spark that a driver runs on. Another feature release, or another Scala, would fail somewhere in the middle with a
 * {@link NoSuchMethodError}; so it is refused before anything starts.
 */
public record SparkLine(String spark, String scala) {
    /** Feature releases that the tests run on. */
    private static final List<String> TESTED = List.of("4.1", "4.2");

    private static final String SCALA = "2.13";

    /** That of this JVM. */
    public static SparkLine here() {
        return new SparkLine(org.apache.spark.package$.MODULE$.SPARK_VERSION(), Properties.versionNumberString());
    }

    public void require() {
        refusal().ifPresent(refusal -> {
            throw new SettingsException(List.of(new Problem("", refusal)));
        });
    }

    Optional<String> refusal() {
        boolean fits = TESTED.stream().anyMatch(line -> isOf(spark, line)) && isOf(scala, SCALA);
        return fits
                ? Optional.empty()
                : Optional.of("Spark must be " + String.join(" or ", TESTED) + " with Scala " + SCALA + " but was "
                        + spark + " with Scala " + scala
                        + "; set SPARK_HOME to such a Spark, or unset it to use the one in target/spark");
    }

    private static boolean isOf(String version, String line) {
        return version.equals(line) || version.startsWith(line + ".") || version.startsWith(line + "-");
    }
}
