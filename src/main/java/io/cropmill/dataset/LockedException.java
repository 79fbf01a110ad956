package io.cropmill.dataset;

import java.io.IOException;

/** Somebody else holds a dataset's lock and is alive. */
public final class LockedException extends IOException {
    LockedException(String message) {
        super(message);
    }
}
