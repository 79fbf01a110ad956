package io.cropmill.npy;

import io.cropmill.text.VisibleText;
import java.io.IOException;

/**
 * Bytes that are not what the {@code .npy} format promises. The message names file, place, expected and found. Outside
 * text in it is visible.
 */
public final class NpyException extends IOException {
    private static final long serialVersionUID = 1L;

    public NpyException(String message) {
        super(VisibleText.of(message));
    }
}
