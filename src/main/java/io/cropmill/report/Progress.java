package io.cropmill.report;

import java.io.PrintStream;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * Shows how far long work is. Takes every state and shows some of them; a caller gives one every few hundred
 * milliseconds, see {@link ProgressTicker}. Safe for use by several threads.
 */
public interface Progress extends AutoCloseable {
    /** Takes a state; a phase begins with the first state that names it. */
    void update(ProgressState state);

    /** Shows a sentence in a line of its own, at once. */
    void say(String sentence);

    /** Ends the display. */
    @Override
    void close();

    /** Shows nothing. */
    static Progress silent() {
        return new Progress() {
            @Override
            public void update(ProgressState state) {}

            @Override
            public void say(String sentence) {}

            @Override
            public void close() {}
        };
    }

    /**
     * For a terminal one line that is redrawn, else a plain line every 30 s.
     *
     * @param stream stream to write to; stays open
     * @param columns width of the terminal; empty if the stream is no terminal
     * @param nanoTime a clock as {@link System#nanoTime()}
     */
    static Progress on(PrintStream stream, OptionalInt columns, LongSupplier nanoTime) {
        return columns.isPresent()
                ? new TerminalProgress(stream, columns.getAsInt(), nanoTime)
                : new LogProgress(stream, nanoTime);
    }
}
