package io.cropmill.frame;

import io.cropmill.config.SettingsException;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Errors on their way through Spark's interfaces, which declare none. Of what a connector may throw, PySpark shows only a
 * few kinds as exceptions of its own, by their message alone: this one among them, but neither {@code IOException} nor
 * {@code UncheckedIOException}. Spark's {@code AnalysisException} can be made only of conditions that Spark itself names.
 */
final class SparkErrors {
    private SparkErrors() {}

    /** Work that may fail. */
    interface SparkWork<T> {
        T get() throws IOException;
    }

    /**
     * Runs it.
     *
     * @throws IllegalArgumentException with the message of what it throws, which is the cause
     */
    static <T> T run(SparkWork<T> work) {
        try {
            return work.get();
        } catch (UncheckedIOException e) {
            IOException cause = e.getCause();
            throw refused(cause == null ? e : cause);
        } catch (IOException | SettingsException e) {
            throw refused(e);
        }
    }

    private static IllegalArgumentException refused(Exception failure) {
        return new IllegalArgumentException(
                failure.getMessage() == null ? failure.toString() : failure.getMessage(), failure);
    }
}
