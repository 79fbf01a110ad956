package io.cropmill.crop;

/** A recording is readable, but which fields are points must be said in the settings; it is never guessed. */
public final class UnclearFieldsException extends CropException {
    private static final long serialVersionUID = 1L;

    public UnclearFieldsException(String message) {
        super(message);
    }
}
