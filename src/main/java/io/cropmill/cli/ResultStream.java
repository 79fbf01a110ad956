package io.cropmill.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where results are printed. An error ends the writing and is remembered, with its reason, until the end:
 * printers tell only that there was one. For one thread; the stream below stays the caller's.
 */
final class ResultStream extends OutputStream {
    /** What the system says, in the locale that the launcher sets. */
    private static final String CLOSED_PIPE = "Broken pipe";

    private final OutputStream out;
    private @Nullable IOException failure;

    ResultStream(OutputStream out) {
        this.out = out;
    }

    /** Why something was not written; a reader that closed its pipe has what it wanted, as {@code head} does. */
    Optional<String> failure() {
        return Optional.ofNullable(failure)
                .map(e -> e.getMessage() == null ? e.toString() : e.getMessage())
                .filter(reason -> !reason.equals(CLOSED_PIPE));
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        attempt(() -> out.write(bytes, offset, length));
    }

    @Override
    public void flush() {
        attempt(out::flush);
    }

    private void attempt(Step step) {
        if (failure == null) {
            try {
                step.run();
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    private interface Step {
        void run() throws IOException;
    }
}
