package io.cropmill.spark;

import java.io.IOException;

/** Nothing can be published before something is put right; trying again as it is would not help. */
final class RefusedException extends IOException {
    RefusedException(String message) {
        super(message);
    }
}
