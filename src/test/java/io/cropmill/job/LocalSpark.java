package io.cropmill.job;

import org.apache.spark.SparkContext;

/** One Spark with two cores for all tests of this JVM; it ends with the JVM. */
public final class LocalSpark {
    private LocalSpark() {}

    /** Starts Spark unless it runs already. */
    public static void start() {
        System.setProperty("spark.master", "local[2]");
        System.setProperty("spark.app.name", "tests");
        System.setProperty("spark.ui.enabled", "false");
        System.setProperty("spark.driver.host", "127.0.0.1");
        SparkContext.getOrCreate();
    }
}
