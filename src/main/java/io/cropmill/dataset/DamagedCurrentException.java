package io.cropmill.dataset;

import java.io.IOException;

/** CURRENT is there, but names no version. */
final class DamagedCurrentException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedCurrentException(String message) {
        super(message);
    }
}
