package io.cropmill.dataset;

import io.cropmill.dataset.manifest.DatasetLayout;
import java.util.Locale;
import java.util.Set;

/** What became of a version, as its folder tells. */
public enum VersionState {
    /** Whole, and live now or once. */
    PUBLISHED,
    /** Whole, but the run ended before it became live; it may not be validated. */
    UNPUBLISHED,
    /** Failed validation. */
    REJECTED,
    /** Being written, or left behind by a run that died. */
    UNFINISHED,
    /** Removed, but for files that kept versions use. */
    REMAINS,
    /** Its number alone is left, so that it is not used again. */
    DISCARDED;

    static VersionState of(Set<String> names, boolean isLive) {
        boolean whole = names.contains(DatasetLayout.MANIFEST);
        if (!whole && names.contains(DatasetLayout.EXPIRING)) {
            return REMAINS;
        }
        if (names.contains(DatasetLayout.REJECTED)) {
            return REJECTED;
        }
        if (whole) {
            return isLive || names.contains(DatasetLayout.PUBLISHED) ? PUBLISHED : UNPUBLISHED;
        }
        return Set.of(DatasetLayout.OWNER).containsAll(names) ? DISCARDED : UNFINISHED;
    }

    /** The word in messages, {@code published}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
