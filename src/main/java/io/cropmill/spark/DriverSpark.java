package io.cropmill.spark;

import io.cropmill.config.Problem;
import io.cropmill.config.SettingsException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;
import scala.util.Properties;

/**
 * The Spark that a driver runs on. Another feature release, or another Scala, would fail somewhere in the middle with a
 * {@link NoSuchMethodError}; so it is refused before anything starts.
 */
public record DriverSpark(String spark, String scala) {
    /** Feature releases that the tests run on. */
    private static final List<String> TESTED = List.of("4.1", "4.2");

    private static final String SCALA = "2.13";
    private static final String ADVICE =
            "; the logs of the master, the workers and the executors say why: fix it, then run it again";

    /** That of this JVM. */
    public static DriverSpark here() {
        return new DriverSpark(org.apache.spark.package$.MODULE$.SPARK_VERSION(), Properties.versionNumberString());
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

    /**
     * The Spark of this process, started if it is not.
     *
     * @throws IOException if the cluster gives none: no master, no room, executors that cannot start
     */
    public static JavaSparkContext start() throws IOException {
        here().require();
        try {
            return JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
        } catch (Exception e) {
            // Scala throws Spark's checked exceptions, which no signature names.
            throw new IOException("Cannot start Spark: " + firstLine(e) + ADVICE, e);
        }
    }

    /** What a job failed with, if it was not its own doing: a stopped Spark fails in whatever call comes next. */
    static RuntimeException orStopped(SparkContext spark, RuntimeException e) throws IOException {
        if (spark.isStopped()) {
            throw new IOException(
                    "Spark ended while it was at work: its executors could not start or were lost" + ADVICE, e);
        }
        return e;
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage())
                .lines()
                .findFirst()
                .orElse(e.getClass().getSimpleName());
    }

    /** Hadoop's settings where no Spark is started: its files, with what spark-submit was given as {@code spark.hadoop.*}. */
    public static Configuration hadoop(SparkConf conf) {
        Configuration hadoop = new Configuration();
        for (Tuple2<String, String> setting : conf.getAllWithPrefix("spark.hadoop.")) {
            hadoop.set(setting._1(), setting._2());
        }
        return hadoop;
    }
}
