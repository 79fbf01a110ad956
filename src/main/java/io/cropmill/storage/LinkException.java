package io.cropmill.storage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A symbolic link where none is followed. */
public final class LinkException extends IOException {
    private static final long serialVersionUID = 1;

    /** With the whole message. */
    LinkException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** At a path relative to the storage's root. */
    static LinkException at(String path) {
        return new LinkException(
                "\"" + path
                        + "\" is a symbolic link, and none is followed here; remove it, or put what it leads to in its"
                        + " place",
                null);
    }
}
