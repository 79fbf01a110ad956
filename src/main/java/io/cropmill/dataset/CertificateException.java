package io.cropmill.dataset;

import io.cropmill.text.VisibleText;
import java.io.IOException;

/** A certificate that cannot be read, or a file among them that is none; the message names it. */
public final class CertificateException extends IOException {
    private static final long serialVersionUID = 1L;

    CertificateException(String message) {
        super(VisibleText.of(message));
    }
}
