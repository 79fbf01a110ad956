package io.cropmill.dataset.lock;

import java.io.IOException;

/** Somebody else holds a dataset's lock and is alive. */
public final class LockedException extends IOException {
    public LockedException(String message) {
        super(message);
    }
}
