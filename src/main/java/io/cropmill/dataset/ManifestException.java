package io.cropmill.dataset;

import java.io.IOException;

/** A manifest that is not what the format promises. The message names file, place, expected and found. */
public final class ManifestException extends IOException {
    private static final long serialVersionUID = 1L;

    public ManifestException(String message) {
        super(message);
    }
}
