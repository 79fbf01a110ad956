package io.cropmill.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** Steps on local files that survive a power failure. */
final class LocalFiles {
    private static final String NO_LINKS =
            "the file system has no hard links, which a dataset on local disk needs, or the"
                    + " file belongs to somebody else (fs.protected_hardlinks); use another disk, or the same user every night";

    private LocalFiles() {}

    /** Makes the names in a folder durable. */
    static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Makes a folder and those above it, by umask and the parent's group, and syncs each parent of a new one. */
    static void makeFolders(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = parent(folder);
        makeFolders(parent);
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
        sync(parent);
    }

    /**
     * Gives a file a second name unless that is taken. A link is the one local operation that is both atomic and never
     * replaces; over NFS its answer may be lost and the repeated call say "exists" about our own link.
     */
    static boolean link(Path existing, Path name) throws IOException {
        try {
            Files.createLink(name, existing);
            return true;
        } catch (FileAlreadyExistsException e) {
            return Files.isRegularFile(name, LinkOption.NOFOLLOW_LINKS) && Files.isSameFile(existing, name);
        } catch (UnsupportedOperationException e) {
            throw new IOException(NO_LINKS, e);
        } catch (FileSystemException e) {
            throw withoutLinks(e);
        }
    }

    /** What FAT and some network disks answer (EPERM, ENOSYS, ENOTSUP, EMLINK), said so that it can be acted upon. */
    static IOException withoutLinks(FileSystemException failure) {
        return switch (Objects.requireNonNullElse(failure.getReason(), "")) {
            case "Operation not permitted", "Function not implemented", "Operation not supported" ->
                new IOException(NO_LINKS, failure);
            case "Too many links" ->
                new IOException(
                        "the file system allows no more hard links to the file; rebuild it once with --full", failure);
            default -> failure;
        };
    }

    /** How many of a path and the folders above it do not exist. */
    static int missing(Path path) {
        int missing = 0;
        for (Path at = path; !Files.exists(at); at = parent(at)) {
            missing++;
        }
        return missing;
    }

    /** Deletes a folder and those above it, up to the first that holds something. */
    static void deleteEmpty(Path folder, int most) throws IOException {
        Path at = folder;
        for (int i = 0; i < most; i++) {
            try {
                Files.deleteIfExists(at);
            } catch (DirectoryNotEmptyException e) {
                return;
            }
            at = parent(at);
        }
    }

    /** The nearest folder at or above a path that exists. */
    static Path existing(Path path) {
        Path at = path;
        while (!Files.exists(at)) {
            at = parent(at);
        }
        return at;
    }

    /** A path with every link in it resolved, as far as it exists. */
    static Path real(Path path) throws IOException {
        Path existing = existing(path);
        return existing.toRealPath().resolve(existing.relativize(path)).normalize();
    }

    /** The last part of a path; of a root, the root. */
    static Path name(Path path) {
        return Objects.requireNonNullElse(path.getFileName(), path);
    }

    static Path parent(Path path) {
        return Objects.requireNonNullElse(path.getParent(), path);
    }
}
