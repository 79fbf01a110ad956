package io.cropmill.storage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A symbolic link where none is followed. */
public final class LinkException extends IOException {
    private static final long serialVersionUID = 1;

    private final String path;

    /** With the whole message. */
    LinkException(String path, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.path = path;
    }

    /** Of the link, relative to the storage's root. */
    public String path() {
        return path;
    }

    /** At a path relative to the storage's root. */
    static LinkException at(String path) {
        return new LinkException(
                path,
                "\"" + path
                        + "\" is a symbolic link, and none is followed here; remove it, or put what it leads to in its"
                        + " place",
                null);
    }
}
