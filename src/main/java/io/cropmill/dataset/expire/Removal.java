package io.cropmill.dataset.expire;

import io.cropmill.dataset.VersionState;
import java.util.Set;

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
