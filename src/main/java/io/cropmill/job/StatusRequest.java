package io.cropmill.job;

import java.net.URI;

/**
 * A dataset to look at.
 *
 * @param target dataset, absolute, without a trailing slash
 */
public record StatusRequest(URI target, StatusFormat form) {
    /** Who reads it. */
    public enum StatusFormat {
        TEXT,
        JSON
    }
}
