package io.cropmill.storage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A symbolic link where none is followed. */
public final class LinkException extends IOException implements Failures.PathFailure {
    private static final long serialVersionUID = 1;

    private final String path;

    private final @Nullable String failedPath;

    private LinkException(String path) {
        super("\"" + path
                + "\" is a symbolic link, and none is followed here; remove it, or put what it leads to in its place");
        this.path = path;
        this.failedPath = null;
    }

    /** With the path that was asked for, and the whole message. */
    LinkException(LinkException found, String failedPath, String message) {
        super(message, found);
        this.path = found.path;
        this.failedPath = failedPath;
    }

    /** Of the link, relative to the storage's root. */
    public String path() {
        return path;
    }

    @Override
    public @Nullable String failedPath() {
        return failedPath;
    }

    /** At a path relative to the storage's root. */
    static LinkException at(String path) {
        return new LinkException(path);
    }
}
