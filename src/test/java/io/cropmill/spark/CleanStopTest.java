package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

/** A run that is told to end while it waits. */
class CleanStopTest {
    private static final String STOPPED =
            "Stopped by a signal: nothing was published; what is finished is taken over by the next run";

    @Test
    void endsAWaitAndRefusesToGoOn() {
        LocalSpark.start();
        CleanStop stop = CleanStop.watch(JavaSparkContext.fromSparkContext(SparkContext.getOrCreate()));
        CompletableFuture<Void> told;
        try (stop) {
            CountDownLatch waits = new CountDownLatch(1);
            told = CompletableFuture.runAsync(() -> {
                await(waits);
                stop.stop();
            });
            assertThatThrownBy(() -> stop.waiting(() -> {
                        waits.countDown();
                        return forEver();
                    }))
                    .isInstanceOf(IOException.class)
                    .hasMessage(STOPPED);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThatThrownBy(() -> stop.waiting(() -> "not begun")).hasMessage(STOPPED);
        }
        told.join();
    }

    private static String forEver() throws IOException {
        try {
            new CountDownLatch(1).await();
            return "";
        } catch (InterruptedException e) {
            throw new InterruptedIOException("interrupted");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
