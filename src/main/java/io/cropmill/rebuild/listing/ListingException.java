package io.cropmill.rebuild.listing;

import io.cropmill.text.VisibleText;
import java.io.IOException;

/** A source of which it cannot be said which recordings it holds. Outside text in the message is visible. */
final class ListingException extends IOException {
    private static final long serialVersionUID = 1L;

    ListingException(String message) {
        super(VisibleText.of(message));
    }
}
