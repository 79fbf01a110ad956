package io.cropmill.job;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Padded recordings to write again.
 *
 * @param target dataset, absolute, without a trailing slash
 * @param version such as v000007; nothing for the live one
 * @param recordings names; empty for all
 * @param output folder, absolute, without a trailing slash
 * @param plain rows in the plain form; nothing for the sources' own
 */
public record ExportRequest(
        URI target, Optional<String> version, List<String> recordings, URI output, Optional<PlainRows> plain) {
    public ExportRequest {
        recordings = List.copyOf(recordings);
    }

    /**
     * Rows of point fields, count and crop fields, little-endian and packed.
     *
     * @param capacity points that a row reserves, at least 1
     * @param countField name of the count
     */
    public record PlainRows(int capacity, String countField) {
        public PlainRows {
            if (capacity < 1) {
                throw new IllegalArgumentException("--capacity must be at least 1 but was " + capacity);
            }
            if (countField.isEmpty()) {
                throw new IllegalArgumentException("--count-field must be a name but was empty");
            }
        }
    }
}
