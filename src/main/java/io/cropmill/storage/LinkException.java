package io.cropmill.storage;

import java.io.IOException;

/** A symbolic link where none is followed. */
final class LinkException extends IOException {
    private static final long serialVersionUID = 1;

    /** At a path relative to the storage's root. */
    LinkException(String path) {
        super("\"" + path + "\" is a symbolic link, and none is followed here; remove it, or put what it leads to in its"
                + " place");
    }
}
