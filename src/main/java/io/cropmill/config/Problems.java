package io.cropmill.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong, so that all of it can be told at once; the same problem twice counts once. */
final class Problems {
    private final Set<Problem> found = new LinkedHashSet<>();

    void add(Problem problem) {
        found.add(problem);
    }

    void require(boolean holds, String key, String expected, Object actual) {
        if (!holds) {
            add(new Problem(key, key + " must be " + expected + " but was " + actual));
        }
    }

    List<Problem> all() {
        return new ArrayList<>(found);
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new SettingsException(all());
        }
    }
}
