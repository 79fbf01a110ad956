package io.cropmill.report;

import io.cropmill.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A state in words, with the speed since its phase began. The time left is that of bytes, or of recordings where the bytes
 * to come are not known; bytes are not shown where a phase counts none. Not safe for threads.
 */
final class Pace {
    private static final long SETTLED = TimeUnit.SECONDS.toNanos(1);

    /** A phase begins slowly: tasks are sent, code is compiled. An estimate made before this is far too long. */
    private static final long FORESEEABLE = TimeUnit.SECONDS.toNanos(4);

    private static final int SHARE_FORESEEABLE = 50;

    private final LongSupplier nanoTime;
    private String phase = "";
    private long began;

    Pace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** True if the state begins a phase. */
    boolean begins(ProgressState state) {
        if (state.phase().equals(phase)) {
            return false;
        }
        phase = state.phase();
        began = nanoTime.getAsLong();
        return true;
    }

    /** The parts of a line, in the order in which a narrow one keeps them. */
    List<String> parts(ProgressState state) {
        long elapsed = nanoTime.getAsLong() - began;
        List<String> parts = new ArrayList<>();
        parts.add(state.phase() + ": "
                + of(Figures.count(state.recordings()), state.totalRecordings(), Figures.count(state.totalRecordings()))
                + " recordings");
        parts.add(Figures.counted(state.crops(), "crop"));
        boolean byBytes = state.totalBytes() > 0;
        boolean countsBytes = byBytes || state.bytes() > 0;
        if (countsBytes) {
            parts.add(of(Figures.bytes(state.bytes()), state.totalBytes(), Figures.bytes(state.totalBytes())));
        }
        if (elapsed >= SETTLED) {
            if (countsBytes) {
                parts.add(Figures.rate(state.bytes(), elapsed));
            }
            long done = byBytes ? state.bytes() : state.recordings();
            long total = byBytes ? state.totalBytes() : state.totalRecordings();
            if (elapsed >= FORESEEABLE && done >= total / SHARE_FORESEEABLE && done > 0 && done < total) {
                double left = (double) elapsed * (total - done) / done;
                parts.add(Figures.clock((long) left) + " left");
            }
        }
        return parts;
    }

    private static String of(String done, long total, String totalText) {
        return total > 0 ? done + " of " + totalText : done;
    }
}
