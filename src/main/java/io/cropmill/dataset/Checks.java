package io.cropmill.dataset;

import io.cropmill.storage.WrittenFile;

/** Conditions that records of this room are built on. */
final class Checks {
    private Checks() {}

    static void that(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    static void notNegative(String name, long value) {
        that(value >= 0, name + " must not be negative but was " + value);
    }

    static void path(WrittenFile file, String expected) {
        that(file.path().equals(expected), "file must be \"" + expected + "\" but was \"" + file.path() + "\"");
    }
}
