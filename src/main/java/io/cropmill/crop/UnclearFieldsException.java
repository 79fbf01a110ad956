package io.cropmill.crop;

/** A recording is readable, but the settings must say which fields are points; that is never guessed. */
public final class UnclearFieldsException extends CropException {
    private static final long serialVersionUID = 1L;

    public UnclearFieldsException(String message) {
        super(message);
    }
}
