package io.cropmill.storage;

import java.io.IOException;

/** No room is left to write: on a disk, by a quota, or on a cluster. */
public final class NoSpaceException extends IOException {
    private static final long serialVersionUID = 1;

    /** With the whole message. */
    public NoSpaceException(String message, Throwable cause) {
        super(message, cause);
    }
}
