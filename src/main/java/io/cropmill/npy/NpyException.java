package io.cropmill.npy;

import java.io.IOException;

/** Bytes that are not what the {@code .npy} format promises. The message names file, place, expected and found. */
public final class NpyException extends IOException {
    private static final long serialVersionUID = 1L;

    public NpyException(String message) {
        super(message);
    }
}
