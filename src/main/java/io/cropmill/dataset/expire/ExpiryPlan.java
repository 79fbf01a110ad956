package io.cropmill.dataset.expire;

import io.cropmill.dataset.VersionState;
import java.util.List;
import java.util.Set;
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

    /**
     * A version's folder that goes, whole or in part.
     *
     * @param used paths of files that stay, because kept versions hold them
     * @param lastNumber true for the highest number of all, which is kept from being used again
     * @param files how many go
     * @param freed bytes that the file system gets back: those of files with no other name
     */
    public record Removal(
            String version, VersionState state, Set<String> used, boolean lastNumber, long files, long freed) {
        /** True where readers may take it for a version, or a run take over what is finished in it. */
        boolean isUsable() {
            return state != VersionState.REMAINS && state != VersionState.DISCARDED;
        }

        Removal sized(long newFiles, long newFreed) {
            return new Removal(version, state, used, lastNumber, newFiles, newFreed);
        }
    }
}
