package io.cropmill.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** How many tasks may run at once, by what is there and by what was asked for: executors come while the driver works. */
final class Cores {
    /** What stands for no limit. */
    private static final int MOST = 100_000;

    private Cores() {}

    /** At least 1. */
    public static int of(JavaSparkContext spark) {
        int there = Math.max(1, spark.defaultParallelism());
        return spark.sc().isLocal() ? there : Math.max(there, asked(spark.getConf()));
    }

    /** Executors times tasks that one runs at once; 0 if it is not set. */
    static int asked(SparkConf conf) {
        boolean dynamic = conf.getBoolean("spark.dynamicAllocation.enabled", false);
        long executors = dynamic
                ? conf.getInt("spark.dynamicAllocation.maxExecutors", 0)
                : conf.getInt("spark.executor.instances", 0);
        long each =
                Math.max(1, conf.getInt("spark.executor.cores", 1) / Math.max(1, conf.getInt("spark.task.cpus", 1)));
        long cores = executors * each;
        // A limit that only keeps a cluster from being swamped says nothing of what one run gets.
        return cores > MOST ? 0 : (int) cores;
    }
}
