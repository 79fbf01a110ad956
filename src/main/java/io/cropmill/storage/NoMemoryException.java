package io.cropmill.storage;

import java.io.IOException;

/**
 * There is not so much memory as a file needs. Says nothing of the file: elsewhere, or a moment later, there may be enough.
 * It has no cause, since Spark ends a JVM that tells of an {@link OutOfMemoryError}.
 */
public final class NoMemoryException extends IOException {
    private static final long serialVersionUID = 1L;

    public NoMemoryException(String message) {
        super(message);
    }
}
