package io.cropmill.report;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Gives a {@link Progress} a state every 200 ms from a thread of its own, until closed. The supplier is called on that
 * thread; if it throws, the display stands still and the work goes on.
 */
public final class ProgressTicker implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 200;

    private final ScheduledExecutorService thread;
    private final Runnable tick;

    private ProgressTicker(Runnable tick) {
        this.tick = tick;
        this.thread = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread daemon = new Thread(work, "progress");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Starts the ticker; the progress stays open when it is closed. */
    public static ProgressTicker start(Progress progress, Supplier<ProgressState> state) {
        ProgressTicker ticker = new ProgressTicker(() -> progress.update(state.get()));
        var unused = ticker.thread.scheduleAtFixedRate(ticker.tick, 0, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
        return ticker;
    }

    /** Stops after the last state. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (thread.awaitTermination(1, TimeUnit.SECONDS)) {
                tick.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
