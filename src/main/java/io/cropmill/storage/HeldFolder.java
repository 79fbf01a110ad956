package io.cropmill.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A local folder that is held open, and was reached from a root without following a link. If another process
 * renames folders, or replaces one by a link, files are still opened, moved and deleted in this folder.
 */
final class HeldFolder implements Closeable {
    private final SecureDirectoryStream<Path> stream;

    private HeldFolder(SecureDirectoryStream<Path> stream) {
        this.stream = stream;
    }

    /**
     * Opens a folder, one part of its path after the other.
     *
     * @param root may be a link
     * @param folder the root, or below it
     */
    static HeldFolder open(Path root, Path folder) throws IOException {
        HeldFolder at = new HeldFolder(secure(Files.newDirectoryStream(root)));
        if (folder.equals(root)) {
            return at;
        }
        try (HeldFolder above = at) {
            return above.below(root.relativize(folder));
        }
    }

    /** Opens a folder below this one, and holds two at a time on the way. */
    private HeldFolder below(Path folder) throws IOException {
        HeldFolder at = folder(folder.getName(0));
        for (int part = 1; part < folder.getNameCount(); part++) {
            try (HeldFolder above = at) {
                at = above.folder(folder.getName(part));
            }
        }
        return at;
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        try (stream) {
            throw new IOException("this machine cannot hold a folder open while it works in it; use Linux");
        }
    }

    private HeldFolder folder(Path name) throws IOException {
        return new HeldFolder(secure(stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)));
    }

    /** Opens a file for reading. */
    FileChannel read(Path name) throws IOException {
        return channel(name, StandardOpenOption.READ);
    }

    /** Creates a file that is not there yet. */
    FileChannel create(Path name) throws IOException {
        return channel(name, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** The JDK gives file channels, and declares less. */
    private FileChannel channel(Path name, OpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(Set.of(options));
        all.add(LinkOption.NOFOLLOW_LINKS);
        return (FileChannel) stream.newByteChannel(name, all);
    }

    /** Gives a file another name in this folder, in place of what has it. Atomic. */
    void replace(Path from, Path to) throws IOException {
        stream.move(from, stream, to);
    }

    /** Renames a file below a root into a folder that is there, over a file that has the name; both folders are synced. */
    static void rename(Path root, Path from, Path to) throws IOException {
        try (HeldFolder source = open(root, LocalFiles.parent(from));
                HeldFolder target = open(root, LocalFiles.parent(to))) {
            source.stream.move(LocalFiles.name(from), target.stream, LocalFiles.name(to));
        }
        LocalFiles.sync(LocalFiles.parent(to));
        try {
            LocalFiles.sync(LocalFiles.parent(from));
        } catch (NoSuchFileException e) {
            // With the folder, the old name went too.
            return;
        }
    }

    /** Deletes a file or a link; false where there is none. */
    boolean delete(Path name) throws IOException {
        try {
            stream.deleteFile(name);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /**
     * Deletes whatever has a name: a folder with all in it, a file, a link; false where there is none. Each folder is
     * reached from this one anew: held open all the way down, a deep tree would need more than a process may hold.
     */
    boolean deleteTree(Path name) throws IOException {
        try {
            if (!isFolder(name)) {
                return delete(name);
            }
        } catch (NoSuchFileException e) {
            return false;
        }
        boolean deleted = false;
        Deque<Path> left = new ArrayDeque<>(List.of(name));
        while (!left.isEmpty()) {
            Path folder = left.element();
            List<Path> inner = emptied(folder);
            inner.forEach(entry -> left.push(folder.resolve(entry)));
            if (inner.isEmpty()) {
                deleted = deleteFolder(left.remove());
            }
        }
        return deleted;
    }

    /** Deletes all in a folder below this one but folders, which it returns. */
    private List<Path> emptied(Path folder) throws IOException {
        List<Path> folders = new ArrayList<>();
        try (HeldFolder held = below(folder)) {
            for (Path entry : held.names()) {
                if (held.isFolderNow(entry)) {
                    folders.add(entry);
                } else {
                    held.delete(entry);
                }
            }
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return folders;
    }

    private boolean isFolderNow(Path name) throws IOException {
        try {
            return isFolder(name);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Deletes an empty folder below this one; false where there is none. */
    private boolean deleteFolder(Path folder) throws IOException {
        Path parent = folder.getParent();
        try {
            if (parent == null) {
                stream.deleteDirectory(folder);
            } else {
                try (HeldFolder above = below(parent)) {
                    above.stream.deleteDirectory(LocalFiles.name(folder));
                }
            }
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private boolean isFolder(Path name) throws IOException {
        return stream.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes()
                .isDirectory();
    }

    private List<Path> names() throws IOException {
        List<Path> names = new ArrayList<>();
        try {
            for (Path entry : stream) {
                names.add(LocalFiles.name(entry));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
