package io.cropmill.storage;

import io.cropmill.text.VisibleText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A location that was written wrongly, or that no file system here is for: trying again does not help. */
public final class LocationException extends IOException implements Failures.PathFailure {
    private static final long serialVersionUID = 1L;

    private final String location;

    LocationException(String location, String reason, @Nullable Throwable cause) {
        super(VisibleText.of("[" + location + "] Cannot open: " + reason), cause);
        this.location = location;
    }

    @Override
    public String failedPath() {
        return location;
    }
}
