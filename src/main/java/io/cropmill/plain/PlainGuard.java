package io.cropmill.plain;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Turns what the JVM throws of a damaged file into the error of that file. No error of the JVM is the cause, since Spark
 * ends a JVM that reports one.
 */
public final class PlainGuard {
    private PlainGuard() {}

    /** Reads something of a file. */
    public interface FileRead<T> {
        T run() throws IOException;
    }

    /** The result of an action, or the error of the file. */
    public static <T> T run(String path, FileRead<T> action) throws IOException {
        try {
            return action.run();
        } catch (StackOverflowError e) {
            throw refused(path, "it is nested too deeply", null);
        } catch (OutOfMemoryError e) {
            // The JVM collects all garbage before it gives up: if most memory is free now, the request was too large.
            if (isMostlyFree()) {
                throw refused(path, "it declares more than memory holds", null);
            }
            throw new IOException(
                    "[" + path + "] Cannot read: there is too little memory; give driver and executors more"
                            + " memory (--driver-memory, --executor-memory)");
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (RuntimeException e) {
            throw refused(path, e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage(), e);
        }
    }

    private static PlainException refused(String path, String found, @Nullable RuntimeException cause) {
        String message = "[" + path + "] Expected crops that can be read, but the file is damaged: " + found;
        return cause == null ? new PlainException(message) : new PlainException(message, cause);
    }

    private static boolean isMostlyFree() {
        Runtime jvm = Runtime.getRuntime();
        return jvm.totalMemory() - jvm.freeMemory() < jvm.maxMemory() / 2;
    }
}
