package io.cropmill.spark;

import java.net.URI;

/**
 * A dataset to look at.
 *
 * @param target dataset, absolute, without a trailing slash
 */
public record StatusRequest(URI target, Form form) {
    /** Who reads it. */
    public enum Form {
        TEXT,
        JSON
    }
}
