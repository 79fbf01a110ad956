package io.cropmill.crop;

import java.io.Serializable;

/**
 * A field of a source that settings leave out of its crops.
 *
 * @param name of the field
 * @param type in the words of the reader that found it; empty where it is not known
 */
public record LeftOutField(String name, String type) implements Serializable {
    /** {@code comment (text)}. */
    @Override
    public String toString() {
        return type.isEmpty() ? name : name + " (" + type + ")";
    }
}
