package io.cropmill.rebuild;

import io.cropmill.crop.CropException;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.NpyException;
import java.io.EOFException;
import java.io.IOException;
import java.io.Serializable;
import java.util.Optional;

/**
 * Why a recording cannot be built.
 *
 * @param kind whose fault it is
 * @param message names the file, expected and found
 */
public record Problem(Kind kind, String message) implements Serializable {
    /** Whose fault it is. */
    public enum Kind {
        /** The settings must say more. */
        SETTINGS,
        /** The recording is damaged, or changes while it is read. */
        DATA
    }

    /** The problem behind an exception, if it lies in the recording; trying again would not help then. */
    public static Optional<Problem> of(IOException exception) {
        if (exception instanceof UnclearFieldsException) {
            return Optional.of(new Problem(Kind.SETTINGS, String.valueOf(exception.getMessage())));
        }
        if (exception instanceof CropException
                || exception instanceof NpyException
                || exception instanceof EOFException) {
            return Optional.of(new Problem(Kind.DATA, String.valueOf(exception.getMessage())));
        }
        return Optional.empty();
    }
}
