package io.cropmill.plain;

import java.io.IOException;

/** Bytes of a file that are not what they should be; a file system that fails is another exception. */
public final class PlainException extends IOException {
    private static final long serialVersionUID = 1L;

    /** {@code [file] Expected a, but found b}. */
    static PlainException of(String file, String expected, Object found) {
        return new PlainException("[" + file + "] Expected " + expected + ", but found " + found);
    }

    /** The message begins with the file in brackets. */
    public PlainException(String message) {
        super(message);
    }

    /** The message begins with the file in brackets. */
    public PlainException(String message, Throwable cause) {
        super(message, cause);
    }
}
