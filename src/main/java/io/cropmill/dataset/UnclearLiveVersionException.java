package io.cropmill.dataset;

import io.cropmill.text.VisibleText;
import java.io.IOException;

/**
 * Nothing says which version is live, or it is one without a certified recording. Nothing may be written then; the message
 * has the command that makes the right version live.
 */
public final class UnclearLiveVersionException extends IOException {
    private static final long serialVersionUID = 1L;

    UnclearLiveVersionException(String message) {
        super(VisibleText.of(message));
    }
}
