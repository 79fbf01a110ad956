package io.cropmill.report;

import io.cropmill.text.VisibleText;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A plain line every 30 seconds. */
final class LogProgress implements Progress {
    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(30);

    private final PrintStream stream;
    private final LongSupplier nanoTime;
    private final Pace pace;
    private long printed;

    LogProgress(PrintStream stream, LongSupplier nanoTime) {
        this.stream = stream;
        this.nanoTime = nanoTime;
        this.pace = new Pace(nanoTime);
        this.printed = nanoTime.getAsLong();
    }

    @Override
    public synchronized void update(ProgressState state) {
        pace.begins(state);
        if (nanoTime.getAsLong() - printed >= INTERVAL) {
            stream.print(String.join("  ", pace.parts(state)) + "\n");
            stream.flush();
            printed = nanoTime.getAsLong();
        }
    }

    @Override
    public synchronized void say(String sentence) {
        stream.print(VisibleText.lines(sentence) + "\n");
        stream.flush();
    }

    @Override
    public void close() {}
}
