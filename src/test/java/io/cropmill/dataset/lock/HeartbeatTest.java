package io.cropmill.dataset.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
    @Test
    void anInterruptDoesNotEndIt() throws InterruptedException {
        CountDownLatch beats = new CountDownLatch(3);
        try (Heartbeat heartbeat = Heartbeat.start("beats", Duration.ofMillis(1), () -> {
            beats.countDown();
            Thread.currentThread().interrupt();
            return true;
        })) {
            assertThat(beats.await(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void endsWhenItIsDone() throws InterruptedException {
        CountDownLatch beats = new CountDownLatch(1);
        Thread[] thread = new Thread[1];
        try (Heartbeat heartbeat = Heartbeat.start("beats", Duration.ofMillis(1), () -> {
            thread[0] = Thread.currentThread();
            beats.countDown();
            return false;
        })) {
            beats.await();
            thread[0].join();
            assertThat(beats.getCount()).isZero();
        }
    }
}
