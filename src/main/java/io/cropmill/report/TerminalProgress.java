package io.cropmill.report;

import io.cropmill.text.VisibleText;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One line of a terminal, redrawn at most five times a second and once more at the end. */
final class TerminalProgress implements Progress {
    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(200);

    private final PrintStream stream;
    private final int columns;
    private final LongSupplier nanoTime;
    private final Pace pace;
    private @Nullable ProgressState last;
    private long drawn;
    private int drawnLength;

    TerminalProgress(PrintStream stream, int columns, LongSupplier nanoTime) {
        this.stream = stream;
        this.columns = columns;
        this.nanoTime = nanoTime;
        this.pace = new Pace(nanoTime);
    }

    @Override
    public synchronized void update(ProgressState state) {
        ProgressState before = last;
        last = state;
        if (before != null && !before.phase().equals(state.phase())) {
            draw(before);
            endLine();
        }
        if (pace.begins(state) || nanoTime.getAsLong() - drawn >= INTERVAL) {
            draw(state);
        }
    }

    @Override
    public synchronized void say(String sentence) {
        close();
        stream.print(VisibleText.lines(sentence));
        endLine();
    }

    @Override
    public synchronized void close() {
        if (last != null) {
            draw(last);
            endLine();
            last = null;
        }
    }

    private void draw(ProgressState state) {
        String line = fit(pace.parts(state));
        // Blanks wipe what is left of a longer line before.
        stream.print("\r" + line + " ".repeat(Math.max(0, drawnLength - line.length())));
        stream.flush();
        drawn = nanoTime.getAsLong();
        drawnLength = line.length();
    }

    private void endLine() {
        stream.print('\n');
        stream.flush();
        drawnLength = 0;
    }

    /** Leaves out the last parts that do not fit; a full last column would begin a new line. */
    private String fit(List<String> parts) {
        for (int kept = parts.size(); kept > 0; kept--) {
            String line = String.join("  ", parts.subList(0, kept));
            if (line.length() < columns) {
                return line;
            }
        }
        return parts.get(0).substring(0, Math.max(0, columns - 1));
    }
}
