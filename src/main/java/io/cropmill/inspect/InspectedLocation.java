package io.cropmill.inspect;

import java.util.Locale;
import java.util.Optional;

/**
 * What was looked at.
 *
 * @param location URI
 * @param version version of a dataset; nothing for a source
 */
public record InspectedLocation(LocationKind kind, String location, Optional<String> version) {
    /** Which of the two. */
    public enum LocationKind {
        /** A folder of padded recordings. */
        SOURCE,
        /** A version of a dataset. */
        DATASET;

        /** {@code source}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
