package io.cropmill.storage;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;

/** Opens files for reading, all that a reader of recordings needs of a {@link Storage}. */
@FunctionalInterface
public interface FileOpener {
    /**
     * Opens a file for reading at any position. A read fills the buffer unless the file ends (short reads of the file
     * system are looped over); {@code size()} is the length at opening.
     *
     * @param path relative to the storage's root
     */
    SeekableByteChannel open(String path) throws IOException;
}
