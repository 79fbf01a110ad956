package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.job.LocalSpark;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

@Slow
class CleanStopTest {
    // Tasks get copies of all but these.
    private static final CountDownLatch STARTED = new CountDownLatch(1);
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    @Test
    void aRunThatWasToldToEndBeginsNothingAndSaysWhatIsLeft() throws Exception {
        Thread hook;
        try (CleanStop stop = CleanStop.watch("nothing is left")) {
            assertThat(stop.waiter(sentence -> {}).givesUp()).isFalse();
            assertThat(stop.<String>over(() -> "done")).isEqualTo("done");
            hook = hook(stop);
            assertThat(stop.waiter(sentence -> {}).givesUp()).isTrue();
            assertThatThrownBy(() -> stop.over(() -> {
                        throw new AssertionError("never begun");
                    }))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Stopped by a signal: nothing is left");
            assertThat(hook.isAlive()).isTrue();
        }
        hook.join();
    }

    @Test
    void endsTheTasksOfItsOwnThreadAndLeavesGroupsAlone() throws Exception {
        LocalSpark.start();
        JavaSparkContext spark = JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
        spark.setJobGroup("theirs", "theirs");
        Thread hook;
        try (CleanStop stop = CleanStop.watch(spark, "run it again")) {
            assertThat(spark.getLocalProperty("spark.jobGroup.id")).isEqualTo("theirs");
            Thread[] telling = new Thread[1];
            Thread teller = new Thread(() -> {
                try {
                    STARTED.await();
                    telling[0] = hook(stop);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            teller.start();
            assertThatThrownBy(() -> stop.over(() -> Stage.partitions(
                            spark, "Wait", spark.parallelize(List.of(1), 1), (Iterator<Integer> numbers) -> {
                                STARTED.countDown();
                                awaitNever();
                                return List.of();
                            })))
                    .hasMessage("Stopped by a signal: run it again");
            teller.join();
            hook = telling[0];
        } finally {
            spark.clearJobGroup();
        }
        hook.join();
        assertThat(spark.getJobTags()).isEmpty();
        assertThat(spark.getLocalProperty("spark.job.interruptOnCancel")).isNull();
    }

    private static void awaitNever() throws IOException {
        try {
            NEVER.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    /** The hook at work. */
    private static Thread hook(CleanStop stop) throws InterruptedException {
        Thread thread = new Thread(stop::stop);
        thread.start();
        while (!stop.isRequested()) {
            Thread.onSpinWait();
        }
        return thread;
    }
}
