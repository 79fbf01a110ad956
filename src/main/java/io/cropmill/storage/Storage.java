package io.cropmill.storage;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Optional;

/**
 * One folder tree on local disk or on a Hadoop file system, and the only way to it.
 *
 * <p>Paths are relative to {@link #root()}, {@code /}-separated, without empty, {@code .} or {@code ..} parts; anything
 * else is an {@link IllegalArgumentException}, so nothing leaves the folder. Implementations are safe for use by
 * several threads; channels are not.
 *
 * <p>Every failure is an {@link IOException} whose message begins with the path in brackets; no boolean of a file system
 * goes unread.
 */
public interface Storage extends Closeable {
    /** The folder, absolute, without a trailing slash. */
    URI root();

    /** True where a file can have several names, as published versions on local disk need. */
    boolean hasHardLinks();

    /**
     * All regular files below a folder ({@code ""} is the root), hidden ones (any part that begins with {@code .} or
     * {@code _}) left out, in the order of their paths' UTF-8 bytes. Empty where the folder does not exist.
     */
    List<FileEntry> walk(String folder) throws IOException;

    /** The names in one folder, hidden ones included, unordered; empty where the folder does not exist. */
    List<String> names(String folder) throws IOException;

    /** What is at a path now, or nothing. */
    Optional<FileEntry> stat(String path) throws IOException;

    /**
     * Opens a file for reading at any position. A read fills the buffer unless the file ends (short reads of the file
     * system are looped over); {@code size()} is the length at opening.
     */
    SeekableByteChannel open(String path) throws IOException;

    /** The whole of a small file; refused above {@code limit} bytes. */
    byte[] readSmall(String path, int limit) throws IOException;

    /** Hosts that hold these bytes, best first; empty for local files. */
    List<String> hosts(String path, long offset, long length) throws IOException;

    /** Starts a new file that appears under {@code path} only when it is finished. Missing folders are made. */
    OutputFile create(String path) throws IOException;

    /** Creates a file with this content if nothing is at the path; false, and no change, if something is. */
    boolean createExclusive(String path, byte[] content) throws IOException;

    /** Atomically makes {@code path} hold this content: readers see the old or the new file, never none or a part. */
    void replace(String path, byte[] content) throws IOException;

    /** Gives an existing file a second name; only with {@link #hasHardLinks()}. */
    void link(String existing, String path) throws IOException;

    /** Deletes a file; false where there was none. */
    boolean delete(String path) throws IOException;

    /** Deletes a folder and all in it; nothing happens where there is none. */
    void deleteTree(String folder) throws IOException;

    /** Makes the names in a folder, and the folders above it up to the root, survive a power failure. */
    void syncFolder(String folder) throws IOException;

    /** Bytes that can still be written, by free space or quota. */
    long freeBytes() throws IOException;
}
