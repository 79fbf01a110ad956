package io.cropmill.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;

/** One Spark with two cores for all tests of this JVM; it ends with the JVM. */
final class LocalSpark {
    private LocalSpark() {}

    /** Starts Spark unless it runs already. */
    static void start() {
        SparkContext.getOrCreate(new SparkConf()
                .setMaster("local[2]")
                .setAppName("tests")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1"));
    }
}
