package io.cropmill.dataset.manifest;

import java.util.Locale;

/** How a recording came into a version, or that it is there for good. */
public enum RecordingState {
    /** New or built anew; in this version, or by a run that died before it published. */
    FRESH,
    /** Taken over: source and settings are as they were. */
    UNCHANGED,
    /** Taken over although its source has gone or cannot be read any more. */
    STALE,
    /**
     * Proven, and its source may be deleted. It is so for good, however a rebuild comes by its files, and its points stay
     * those of the proof.
     */
    RETIRED;

    /** The word in the manifest, {@code fresh}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
