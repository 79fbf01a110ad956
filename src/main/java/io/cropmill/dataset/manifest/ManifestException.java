package io.cropmill.dataset.manifest;

import io.cropmill.text.VisibleText;
import java.io.IOException;

/**
 * A manifest that is not what the format promises. The message names file, place, expected and found. Outside text in
 * it is visible.
 */
public final class ManifestException extends IOException {
    private static final long serialVersionUID = 1L;

    public ManifestException(String message) {
        super(VisibleText.of(message));
    }
}
