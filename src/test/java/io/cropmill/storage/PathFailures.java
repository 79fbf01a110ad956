package io.cropmill.storage;

import java.io.IOException;

/** Failures as storages report them, for tests of other rooms. */
public final class PathFailures {
    private PathFailures() {}

    /** The failure {@code [path] words}. */
    public static IOException of(String path, String words) {
        return Failures.of(path, words);
    }
}
