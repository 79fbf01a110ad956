package io.cropmill.dataset.manifest;

import io.cropmill.storage.StoragePath;
import io.cropmill.storage.WrittenFile;
import java.util.function.Supplier;

/** Conditions that records of this room are built on. */
public final class Checks {
    private Checks() {}

    public static void that(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    /** For conditions of every recording: an unused message costs more than the check. */
    public static void that(boolean holds, Supplier<String> message) {
        if (!holds) {
            throw new IllegalArgumentException(message.get());
        }
    }

    public static void notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " must not be negative but was " + value);
        }
    }

    /** Refuses a file that lies anywhere but at {@code folder/name} and a suffix. */
    static void path(WrittenFile file, String folder, String name, String suffix) {
        String path = file.path();
        int start = folder.length() + 1;
        boolean fits = path.length() == start + name.length() + suffix.length()
                && path.startsWith(folder)
                && path.charAt(start - 1) == '/'
                && path.startsWith(name, start)
                && path.endsWith(suffix);
        if (!fits) {
            StoragePath.check(path);
            throw new IllegalArgumentException(
                    "file must be \"" + folder + "/" + name + suffix + "\" but was \"" + path + "\"");
        }
    }
}
