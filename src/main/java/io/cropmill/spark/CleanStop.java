package io.cropmill.spark;

import java.io.IOException;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.spark.SparkExecutorInfo;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Ends a run cleanly when the JVM is told to end (SIGTERM, SIGINT): cancels its Spark jobs, which ends their tasks, and
 * holds the end of the JVM back until the run has given up its lock, for {@value #PATIENCE_SECONDS} seconds at most. The
 * hook comes before those of Spark (40) and of Hadoop's file systems (10), so that
 * both still work meanwhile. For one run; used by its thread.
 */
final class CleanStop implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 25;
    private static final int BEFORE_SPARK = 100;
    private static final int TASK_WAIT_MILLIS = 50;
    private static final int TASK_WAITS = 200;

    private final JavaSparkContext spark;
    private final String group = "cropmill-" + UUID.randomUUID();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Runnable hook = this::stop;
    private volatile boolean requested;

    private CleanStop(JavaSparkContext spark) {
        this.spark = spark;
    }

    /** Watches over the Spark jobs that this thread runs from now on. */
    static CleanStop watch(JavaSparkContext spark) {
        CleanStop stop = new CleanStop(spark);
        spark.setJobGroup(stop.group, "rebuild", true);
        ShutdownHookManager.get().addShutdownHook(stop.hook, BEFORE_SPARK, PATIENCE_SECONDS + 5, TimeUnit.SECONDS);
        return stop;
    }

    private void stop() {
        requested = true;
        cancel();
        try {
            boolean unused = done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the run's tasks. */
    void cancel() {
        spark.sc().cancelJobGroupAndFutureJobs(group, "the run must end");
    }

    /** True once the JVM was told to end. */
    boolean isRequested() {
        return requested;
    }

    /** Refuses to go on in a JVM that was told to end. */
    void require() throws IOException {
        if (requested) {
            throw new IOException(
                    "Stopped by a signal: nothing was published; what is finished is taken over by the next run");
        }
    }

    /** A cancelled job is over before its tasks have put away what they were writing. */
    private void awaitTasks() {
        try {
            for (int waits = 0; waits < TASK_WAITS && runningTasks() > 0; waits++) {
                Thread.sleep(TASK_WAIT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int runningTasks() {
        return Arrays.stream(spark.sc().statusTracker().getExecutorInfos())
                .mapToInt(SparkExecutorInfo::numRunningTasks)
                .sum();
    }

    @Override
    public void close() {
        if (requested) {
            awaitTasks();
        }
        spark.clearJobGroup();
        done.countDown();
        try {
            boolean unused = ShutdownHookManager.get().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook has run or is running.
            requested = true;
        }
    }
}
