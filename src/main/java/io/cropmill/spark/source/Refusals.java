package io.cropmill.spark.source;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Errors on their way through Spark's interfaces, which declare none. */
final class Refusals {
    private Refusals() {}

    /** Work that may fail. */
    interface Work<T> {
        T get() throws IOException;
    }

    static <T> T unchecked(Work<T> work) {
        try {
            return work.get();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
