package io.cropmill.crop;

import java.io.IOException;

/** A recording whose content is not crops. The message names file, place, expected and found. */
public class CropException extends IOException {
    private static final long serialVersionUID = 1L;

    public CropException(String message) {
        super(message);
    }
}
