package io.cropmill.dataset.lock;

import java.io.IOException;

/** A dataset's lock was taken over, or deleted, while this run believed to hold it; it must not publish. */
public final class LockLostException extends IOException {
    public LockLostException(String message) {
        super(message);
    }
}
