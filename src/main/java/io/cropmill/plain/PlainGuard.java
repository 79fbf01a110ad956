package io.cropmill.plain;

import io.cropmill.crop.LeftOutField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns what the JVM throws of a damaged file into the error of that file. No error of the JVM is the cause, since Spark
 * ends a JVM that tells of one.
 */
final class PlainGuard {
    private PlainGuard() {}

    interface Action<T> {
        T run() throws IOException;
    }

    /** The result of an action, or the error of the file. */
    static <T> T run(String path, Action<T> action) throws IOException {
        try {
            return action.run();
        } catch (StackOverflowError e) {
            throw refused(path, "it is nested too deeply", null);
        } catch (OutOfMemoryError e) {
            // The JVM collects all garbage before it gives up, so that what is free now is what was asked in vain.
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

    /** A reader that says of which file it is whatever it fails with. */
    static PlainReader guarded(String path, PlainReader reader) {
        return new GuardedReader(path, reader);
    }

    private static PlainException refused(String path, String found, @Nullable RuntimeException cause) {
        String message = "[" + path + "] Expected crops that can be read, but the file is damaged: " + found;
        return cause == null ? new PlainException(message) : new PlainException(message, cause);
    }

    private static boolean isMostlyFree() {
        Runtime jvm = Runtime.getRuntime();
        return jvm.totalMemory() - jvm.freeMemory() < jvm.maxMemory() / 2;
    }

    private record GuardedReader(String path, PlainReader reader) implements PlainReader {
        @Override
        public List<PlainField> pointFields() {
            return reader.pointFields();
        }

        @Override
        public List<PlainField> cropFields() {
            return reader.cropFields();
        }

        @Override
        public List<LeftOutField> leftOut() {
            return reader.leftOut();
        }

        @Override
        public long rows() {
            return reader.rows();
        }

        @Override
        public int capacity() {
            return reader.capacity();
        }

        @Override
        public long cut(int part, int of) {
            return reader.cut(part, of);
        }

        @Override
        public long slots() {
            return reader.slots();
        }

        @Override
        public int slotsOf(PlainCrop crop) {
            return reader.slotsOf(crop);
        }

        @Override
        public void seek(long row) throws IOException {
            run(path, () -> {
                reader.seek(row);
                return row;
            });
        }

        @Override
        public PlainCrop next() throws IOException {
            return run(path, reader::next);
        }

        @Override
        public int nextCount() throws IOException {
            return run(path, reader::nextCount);
        }

        @Override
        public int lastSourceCount(int count) {
            return reader.lastSourceCount(count);
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
