package io.cropmill.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What one call of {@code stat} tells about a local file. */
record LocalAttributes(FileKind kind, long device, long inode, FileTime changed, FileTime modified, long bytes) {
    enum FileKind {
        FILE,
        FOLDER,
        LINK,
        /** A pipe, a socket, a device. */
        OTHER
    }

    private static final String NAMES =
            "unix:ino,dev,ctime,size,lastModifiedTime,isRegularFile,isDirectory,isSymbolicLink";

    /** Links followed; nothing for a file that has gone or a link that leads nowhere. */
    static Optional<LocalAttributes> of(Path path) throws IOException {
        return read(path);
    }

    /** Of a link, its own; nothing for a file that has gone. */
    static Optional<LocalAttributes> ofName(Path path) throws IOException {
        return read(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static Optional<LocalAttributes> read(Path path, LinkOption... links) throws IOException {
        try {
            Map<String, Object> values = Files.readAttributes(path, NAMES, links);
            return Optional.of(new LocalAttributes(
                    kind(values),
                    value(values, "dev", Long.class),
                    value(values, "ino", Long.class),
                    value(values, "ctime", FileTime.class),
                    value(values, "lastModifiedTime", FileTime.class),
                    value(values, "size", Long.class)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            // A link to itself, and a file where the path has a folder, have no exception types of their own.
            if (Files.isSymbolicLink(path) || Files.isRegularFile(LocalFiles.existing(path))) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static FileKind kind(Map<String, Object> values) {
        if (value(values, "isRegularFile", Boolean.class)) {
            return FileKind.FILE;
        }
        if (value(values, "isDirectory", Boolean.class)) {
            return FileKind.FOLDER;
        }
        return value(values, "isSymbolicLink", Boolean.class) ? FileKind.LINK : FileKind.OTHER;
    }

    boolean isFile() {
        return kind == FileKind.FILE;
    }

    boolean isFolder() {
        return kind == FileKind.FOLDER;
    }

    boolean isLink() {
        return kind == FileKind.LINK;
    }

    /** Of a link, its own. */
    static long linkCount(Path path) throws IOException {
        return ((Number) Files.getAttribute(path, "unix:nlink", LinkOption.NOFOLLOW_LINKS)).longValue();
    }

    FileEntry entry(String path) {
        return new FileEntry(path, bytes, modified.toMillis(), inode + ":" + changed.to(TimeUnit.NANOSECONDS));
    }

    private static <T> T value(Map<String, Object> values, String name, Class<T> type) {
        return type.cast(Objects.requireNonNull(values.get(name), name));
    }
}
