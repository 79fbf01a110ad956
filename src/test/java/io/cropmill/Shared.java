package io.cropmill;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Material beside the project that some tests need: they run where it is and say so where it is not. */
public final class Shared {
    private Shared() {}

    /** A file or folder of it; the test is skipped where there is none. */
    public static Path path(String name) {
        String root = Objects.requireNonNullElse(System.getenv("CROPMILL_SHARED"), "../shared");
        Path path = Path.of(root, name).toAbsolutePath().normalize();
        say(Files.exists(path), "Skipped: " + name + " is not beside the project (../shared, or CROPMILL_SHARED)");
        return path;
    }

    /** A Python with NumPy; the test is skipped where none is named. */
    public static String python() {
        String python = System.getenv("CROPMILL_PYTHON");
        say(python != null, "Skipped: CROPMILL_PYTHON names no Python with NumPy");
        return Objects.requireNonNull(python);
    }

    /** A Python with PyArrow; the test is skipped where there is none. */
    public static String pyarrow() {
        String python = python();
        boolean present = false;
        try {
            present = new ProcessBuilder(python, "-c", "import pyarrow")
                            .redirectErrorStream(true)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        say(present, "Skipped: the Python of CROPMILL_PYTHON has no PyArrow");
        return python;
    }

    private static void say(boolean present, String reason) {
        if (!present) {
            System.out.println(reason);
        }
        assumeTrue(present, reason);
    }
}
