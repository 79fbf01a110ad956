package io.cropmill.dataset.expire;

import java.util.List;
import java.util.SortedMap;

/**
 * What stays and what goes.
 *
 * @param kept why each version stays, by version
 * @param removals in the order of their numbers
 * @param notes what else a person should know, a sentence each
 */
public record ExpiryPlan(SortedMap<String, String> kept, List<Removal> removals, List<String> notes) {
    public ExpiryPlan {
        removals = List.copyOf(removals);
        notes = List.copyOf(notes);
    }

    /** Bytes that the file system gets back. */
    public long freed() {
        return removals.stream().mapToLong(Removal::freed).reduce(0, Math::addExact);
    }
}
