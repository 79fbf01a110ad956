package io.cropmill.dataset.manifest;

import io.cropmill.storage.StoragePath;

/**
 * A recording that a version leaves out.
 *
 * @param reason what is wrong with it, for a person to read
 */
public record SkippedRecording(String name, String reason) {
    public SkippedRecording {
        StoragePath.check(name);
    }
}
