package io.cropmill.spark;

import io.cropmill.dataset.lock.LockWaiter;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.spark.SparkExecutorInfo;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Ends a run cleanly when the JVM is told to end (SIGTERM, SIGINT): cancels its Spark jobs, which ends their tasks, and
 * holds the end of the JVM back until the run has put away what it was writing and given up its lock, for
 * {@value #PATIENCE_SECONDS} seconds at most. The hook comes before those of Spark (40) and of Hadoop's file systems (10),
 * so that both still work meanwhile. The jobs are told apart by a tag, which leaves groups and tags of the owner of the
 * Spark alone. For one run; used by its thread.
 */
public final class CleanStop implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 25;
    private static final int BEFORE_SPARK = 100;
    private static final int TASK_WAIT_MILLIS = 50;
    private static final int TASK_WAITS = 200;
    private static final int CANCEL_MILLIS = 500;
    private static final String INTERRUPT = "spark.job.interruptOnCancel";

    private final Optional<JavaSparkContext> spark;
    private final Optional<String> interruptBefore;
    private final String outcome;
    private final String tag = "cropmill-" + UUID.randomUUID();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Runnable hook = this::stopForGood;
    private volatile boolean requested;

    private CleanStop(Optional<JavaSparkContext> spark, String outcome) {
        this.spark = spark;
        this.interruptBefore = spark.map(context -> context.getLocalProperty(INTERRUPT));
        this.outcome = outcome;
    }

    /**
     * Watches over the Spark jobs that this thread runs from now on.
     *
     * @param outcome what a run that was stopped leaves, and what to do about it, for its message
     */
    public static CleanStop watch(JavaSparkContext spark, String outcome) {
        return begun(new CleanStop(Optional.of(spark), outcome));
    }

    /** Watches over a run without Spark. */
    public static CleanStop watch(String outcome) {
        return begun(new CleanStop(Optional.empty(), outcome));
    }

    private static CleanStop begun(CleanStop stop) {
        stop.spark.ifPresent(context -> {
            context.addJobTag(stop.tag);
            context.setLocalProperty(INTERRUPT, "true");
        });
        ShutdownHookManager.get().addShutdownHook(stop.hook, BEFORE_SPARK, PATIENCE_SECONDS + 5, TimeUnit.SECONDS);
        return stop;
    }

    /** What the hook does, in a thread of its own. */
    private void stopForGood() {
        stop();
        // Spark ends next, and logs a trace for each result that reaches it after its threads have gone.
        spark.ifPresent(context -> context.setLogLevel("OFF"));
    }

    /** Cancels the run's jobs until the run has ended. */
    void stop() {
        requested = true;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        try {
            do {
                // Again, since the run may have begun another job before it looked.
                cancel();
            } while (!done.await(CANCEL_MILLIS, TimeUnit.MILLISECONDS) && System.nanoTime() < end);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the run's tasks. */
    public void cancel() {
        spark.ifPresent(context -> context.sc().cancelJobsWithTag(tag, "the run must end"));
    }

    /** True once the JVM was told to end. */
    boolean isRequested() {
        return requested;
    }

    /** Refuses to go on in a JVM that was told to end. */
    public void require() throws IOException {
        if (requested) {
            throw new IOException("Stopped by a signal: " + outcome);
        }
    }

    /** A run, or a part of it. */
    public interface StoppableWork<T> {
        T run() throws IOException;
    }

    /** Runs; in a JVM that was told to end, that is the reason for whatever fails, and no task is at work any more. */
    public <T> T over(StoppableWork<T> work) throws IOException {
        try {
            require();
            return work.run();
        } catch (IOException | RuntimeException e) {
            if (requested) {
                spark.ifPresent(CleanStop::awaitTasks);
            }
            require();
            throw e;
        }
    }

    /** For a lock that is neither waited for nor used any more once the JVM was told to end. */
    public LockWaiter waiter(Consumer<String> saying) {
        return new LockWaiter() {
            @Override
            public void waits(String sentence) {
                saying.accept(sentence);
            }

            @Override
            public boolean givesUp() {
                return requested;
            }
        };
    }

    /** A cancelled job is over before its tasks have put away what they were writing. */
    private static void awaitTasks(JavaSparkContext context) {
        try {
            for (int waits = 0; waits < TASK_WAITS && runningTasks(context) > 0; waits++) {
                Thread.sleep(TASK_WAIT_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int runningTasks(JavaSparkContext context) {
        return Arrays.stream(context.sc().statusTracker().getExecutorInfos())
                .mapToInt(SparkExecutorInfo::numRunningTasks)
                .sum();
    }

    @Override
    public void close() {
        spark.ifPresent(context -> {
            context.removeJobTag(tag);
            context.setLocalProperty(INTERRUPT, interruptBefore.orElse(null));
        });
        done.countDown();
        try {
            boolean unused = ShutdownHookManager.get().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook has run or is running.
            requested = true;
        }
    }
}
