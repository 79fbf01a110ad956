package io.cropmill.spark;

import java.io.IOException;
import org.apache.spark.SparkContext;

/** A Spark that does not start, or that ended under a job: the cluster's failure, of which its logs say more. */
public final class SparkEnd {
    private static final String ADVICE =
            "; the logs of the master, the workers and the executors say why: fix it, then run it again";

    private SparkEnd() {}

    /** The failure of a start, in a sentence. */
    public static IOException startFailed(Exception e) {
        return new IOException("Cannot start Spark: " + firstLine(e) + ADVICE, e);
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
}
