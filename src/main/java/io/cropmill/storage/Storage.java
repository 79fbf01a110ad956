package io.cropmill.storage;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
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
 * <p>Symbolic links on the way to the root are followed. Below it none is: an operation on a path that is a link, or lies
 * behind one, fails and names the link, save that deleting and {@link #walkWithHidden} take a link at the very path, or in
 * the folder, for the small file that it is. Only where a storage is opened for a source ({@link Storages#source}) does
 * reading follow links. HDFS has no symbolic links: its NameNode refuses to make them.
 *
 * <p>Every failure is an {@link IOException} whose message begins with the path in brackets; no boolean of a file system
 * goes unread.
 */
public interface Storage extends FileOpener, Closeable {
    /** The folder, absolute, without a trailing slash. */
    URI root();

    /**
     * The folder as the file system itself names it: links, mounts of Hadoop, default and logical hosts resolved. Whether
     * two storages overlap is for {@link Storages#isWithin} to say.
     */
    URI realRoot() throws IOException;

    /** The folder that the real root lies in, as a storage of its own; nothing for the root of a file system. */
    Optional<Storage> parent() throws IOException;

    /**
     * A sentence on a symbolic link below the root that is followed and leads to another storage's folder, into it, or to
     * one above it; nothing where none does.
     */
    default Optional<String> linkTo(Storage other) throws IOException {
        return Optional.empty();
    }

    /** What is at the root now. */
    Root rootNow() throws IOException;

    /** What can be where a folder is expected. */
    enum Root {
        FOLDER,
        /** A file, or something else that is no folder, there or above it: no folder can be made. */
        FILE,
        MISSING
    }

    /** True where a file can have several names, as published versions on local disk need. */
    boolean hasHardLinks();

    /** Why this file system cannot hold a file of that path, or nothing. */
    Optional<String> refusal(String path);

    /**
     * All regular files below a folder ({@code ""} is the root), hidden ones (any part below it that begins with
     * {@code .} or {@code _}) left out, in the order of their paths' UTF-8 bytes. Empty where the folder does not exist.
     * Where links are followed, those that lead back to a folder above them are left out. A name whose bytes are not UTF-8
     * is listed with {@link StoragePath#REPLACEMENT} in it and cannot be opened.
     */
    List<FileEntry> walk(String folder) throws IOException;

    /**
     * As {@link #walk}, with hidden files and what lies in hidden folders, for a look at what is to be removed: links are
     * listed as the small files that they are, and never followed.
     */
    List<FileEntry> walkWithHidden(String folder) throws IOException;

    /**
     * Names that a file, or a symbolic link itself, has, this one among them; 1 without {@link #hasHardLinks()}. Its bytes go
     * with the last.
     */
    long linkCount(String path) throws IOException;

    /** The names in one folder, hidden ones included, unordered; empty where the folder does not exist. */
    List<String> names(String folder) throws IOException;

    /** The whole of a small file; refused above {@code limit} bytes. */
    default byte[] readSmall(String path, int limit) throws IOException {
        try (SeekableByteChannel channel = open(path)) {
            if (channel.size() > limit) {
                throw Failures.of(path, "Expected at most " + limit + " bytes, but found " + channel.size());
            }
            byte[] content = new byte[Math.toIntExact(channel.size())];
            int count = Math.max(0, channel.read(ByteBuffer.wrap(content)));
            if (count < content.length) {
                throw Failures.of(path, "Expected " + content.length + " bytes, but found " + count);
            }
            return content;
        }
    }

    /** Hosts that hold these bytes, best first; empty for local files. */
    List<String> hosts(String path, long offset, long length) throws IOException;

    /** Starts a new file that appears under {@code path} only when it is finished. Missing folders are made. */
    OutputFile create(String path) throws IOException;

    /**
     * Creates a file with this content if nothing is at the path; false, and no change, if something is. Of several
     * callers exactly one gets true, and the file is whole from the moment it can be seen: the content is written and
     * synced under a private name, then linked (local) or renamed without overwriting (HDFS, decided by the NameNode).
     * {@code FileSystem.create(overwrite = false)} is exclusive too, but a reader, or a crash, finds an empty file.
     */
    boolean createExclusive(String path, byte[] content) throws IOException;

    /** Atomically makes {@code path} hold this content: readers see the old or the new file, never none or a part. */
    void replace(String path, byte[] content) throws IOException;

    /** Where something else is mounted at or below a folder, so that what lies there is not this storage's; mostly nothing. */
    default Optional<String> mountedBelow(String folder) throws IOException {
        return Optional.empty();
    }

    /** Makes a folder and those above it; nothing where it is there. */
    void makeFolder(String folder) throws IOException;

    /**
     * Creates a synced file in a folder that is there. Where the folder is missing, or something has the name, it fails
     * and creates nothing, the folder neither.
     */
    void createInFolder(String path, byte[] content) throws IOException;

    /** Atomically gives a file another name, in place of a file that has it; fails where the folder of that is missing. */
    void rename(String from, String to) throws IOException;

    /**
     * Publishes one file made of parts that were written earlier, in their order, without ever replacing a file. Any
     * number of attempts may do the same at once, one after the other, or die on the way: the last one completes it. What
     * is left of the parts afterwards is the caller's to delete, once no attempt needs them: HDFS joins parts of the same
     * folder without copying, and they are gone then, while others stay.
     */
    WrittenFile assemble(String path, List<WrittenFile> parts) throws IOException;

    /** Gives an existing file a second name, not synced ({@link #syncFolder}); nothing if it has it already; only with {@link #hasHardLinks()}. */
    void link(String existing, String path) throws IOException;

    /** Deletes a file, or a symbolic link itself; false where there was none. */
    boolean delete(String path) throws IOException;

    /** Deletes whatever is at a path: a folder and all in it, a file, or a link itself; nothing where there is none. */
    void deleteTree(String path) throws IOException;

    /** How many folders there are not now: the root, the one that it lies in, and so on upwards. */
    int missingFolders() throws IOException;

    /** Deletes the root, then the folder that it lies in, at most {@code most} of them, up to the first that holds something. */
    void deleteEmptyFolders(int most) throws IOException;

    /** Makes the names in a folder, and the folders above it up to the root, survive a power failure. */
    void syncFolder(String folder) throws IOException;

    /** Bytes that can still be written, by free space or quota. */
    long freeBytes() throws IOException;
}
