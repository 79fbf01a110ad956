package io.cropmill.storage;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.Optional;

/** Opens files for reading, all that a reader of recordings needs of a {@link Storage}. */
public interface FileOpener {
    /**
     * Opens a file for reading at any position. A read fills the buffer unless the file ends (short reads of the file
     * system are looped over); {@code size()} is the length at opening.
     *
     * @param path relative to the storage's root
     */
    SeekableByteChannel open(String path) throws IOException;

    /** The file that is at a path now; nothing where there is none, or a folder. */
    Optional<FileEntry> stat(String path) throws IOException;
}
