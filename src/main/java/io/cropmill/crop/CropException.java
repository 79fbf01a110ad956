package io.cropmill.crop;

import io.cropmill.text.VisibleText;
import java.io.IOException;

/**
 * A recording whose content is not crops. The message names file, place, expected and found. Outside text in it is
 * visible.
 */
public class CropException extends IOException {
    private static final long serialVersionUID = 1L;

    public CropException(String message) {
        super(VisibleText.of(message));
    }
}
