package io.cropmill.storage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Runs the parsing of what one file says of itself (a footer, a header, a manifest), and turns what the JVM throws of it
 * into the error of that file: a file that nests without end, or declares a size that nothing has, is damaged, and must
 * not end the run. It is the last resort: a parser bounds depth and sizes by the length of its input before it recurses or
 * allocates.
 *
 * <p>The errors that it makes have no error of the JVM as a cause, since Spark ends a JVM that tells of one.
 */
public final class ParseGuard {
    private ParseGuard() {}

    /** What is to be parsed. */
    public interface Parse<T> {
        T run() throws IOException;
    }

    /** Makes the error of the file, an exception that the room throws for damage. */
    public interface DamageErrorFactory {
        /**
         * Names the file, what was expected, and what was found.
         *
         * @param found what is wrong, a sentence without a full stop: "it is nested too deeply"
         * @param cause none where the JVM failed
         */
        IOException of(String found, @Nullable RuntimeException cause);
    }

    /**
     * The result of parsing, or the error of the file.
     *
     * @throws NoMemoryException if little memory is free whatever the file asks for, which says nothing of the file
     */
    public static <T> T parse(Parse<T> parse, DamageErrorFactory refusal) throws IOException {
        try {
            return parse.run();
        } catch (StackOverflowError e) {
            throw refusal.of("it is nested too deeply", null);
        } catch (OutOfMemoryError e) {
            // The JVM collects all garbage before it gives up, so that what is free now is what was asked in vain.
            IOException refused = refusal.of("it declares more than memory holds", null);
            throw isMostlyFree() ? refused : new NoMemoryException(String.valueOf(refused.getMessage()));
        } catch (RuntimeException e) {
            throw refusal.of(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage(), e);
        }
    }

    private static boolean isMostlyFree() {
        Runtime jvm = Runtime.getRuntime();
        long used = jvm.totalMemory() - jvm.freeMemory();
        return used < jvm.maxMemory() / 2;
    }
}
