package io.cropmill.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * A folder on a Hadoop file system. Any can be read; only those that rename atomically can be written to
 * ({@link Storages#targetRefusal}). The {@link FileSystem} is Hadoop's cached one, shared with all of the JVM, and
 * therefore never closed.
 */
final class HadoopStorage implements Storage {
    private final FileSystem fileSystem;
    private final Path root;
    private final Configuration configuration;
    private @Nullable FileContext files;

    HadoopStorage(FileSystem fileSystem, String path, Configuration configuration) {
        this.fileSystem = fileSystem;
        this.root = fileSystem.makeQualified(new Path(null, null, path.isEmpty() ? "/" : path));
        this.configuration = configuration;
    }

    @Override
    public URI root() {
        return root.toUri();
    }

    @Override
    public URI realRoot() throws IOException {
        return at("", "resolve", () -> place().uri());
    }

    @Override
    public Optional<Storage> parent() throws IOException {
        return at("", "resolve", () -> {
            HadoopPlace place = place();
            Path above = new Path(place.uri().getPath()).getParent();
            return above == null
                    ? Optional.empty()
                    : Optional.of(new HadoopStorage(place.owner(), above.toUri().getPath(), configuration));
        });
    }

    @Override
    public Root rootNow() throws IOException {
        return at("", "look up", () -> {
            for (Path at = root; at != null; at = at.getParent()) {
                try {
                    if (!fileSystem.getFileStatus(at).isDirectory()) {
                        return Root.FILE;
                    }
                    return at == root ? Root.FOLDER : Root.MISSING;
                } catch (FileNotFoundException | ParentNotDirectoryException e) {
                    // What lies above it tells which of the two it is.
                    continue;
                }
            }
            return Root.MISSING;
        });
    }

    @Override
    public boolean hasHardLinks() {
        return false;
    }

    @Override
    public Optional<String> refusal(String path) {
        return path.indexOf(':') >= 0 ? Optional.of("HDFS has no names with a colon") : StoragePath.tooLongPart(path);
    }

    @Override
    public List<FileEntry> walk(String folder) throws IOException {
        return walk(folder, StoragePath::isHidden);
    }

    @Override
    public List<FileEntry> walkWithHidden(String folder) throws IOException {
        return walk(folder, name -> false);
    }

    private List<FileEntry> walk(String folder, Predicate<String> leftOut) throws IOException {
        List<FileEntry> found = new ArrayList<>();
        at(folder, "list", () -> visit(folder(folder), folder, leftOut, found));
        found.sort((a, b) -> StoragePath.UTF8_ORDER.compare(a.path(), b.path()));
        return found;
    }

    private List<FileEntry> visit(Path folder, String path, Predicate<String> leftOut, List<FileEntry> found)
            throws IOException {
        for (FileStatus status : list(folder)) {
            String name = status.getPath().getName();
            if (leftOut.test(name)) {
                continue;
            }
            if (status.isDirectory()) {
                visit(status.getPath(), StoragePath.join(path, name), leftOut, found);
            } else if (status.isFile()) {
                found.add(HadoopSpace.entry(StoragePath.join(path, name), status));
            }
        }
        return found;
    }

    @Override
    public long linkCount(String path) {
        StoragePath.check(path);
        return 1;
    }

    @Override
    public List<String> names(String folder) throws IOException {
        return at(
                folder,
                "list",
                () -> list(folder(folder)).stream()
                        .map(status -> status.getPath().getName())
                        .toList());
    }

    /** A listing that is fetched piece by piece; nothing for a file, a missing folder or one that went meanwhile. */
    private List<FileStatus> list(Path folder) throws IOException {
        List<FileStatus> entries = new ArrayList<>();
        try {
            if (!fileSystem.getFileStatus(folder).isDirectory()) {
                return entries;
            }
            RemoteIterator<FileStatus> listing = fileSystem.listStatusIterator(folder);
            while (listing.hasNext()) {
                entries.add(listing.next());
            }
            return entries;
        } catch (FileNotFoundException e) {
            return List.of();
        }
    }

    @Override
    public Optional<FileEntry> stat(String path) throws IOException {
        return at(path, "look up", () -> {
            try {
                FileStatus status = fileSystem.getFileStatus(file(path));
                return status.isFile() ? Optional.of(HadoopSpace.entry(path, status)) : Optional.empty();
            } catch (FileNotFoundException e) {
                return Optional.empty();
            }
        });
    }

    /** A file that is replaced while it is read is another file by then, and is read anew. */
    @Override
    public byte[] readSmall(String path, int limit) throws IOException {
        while (true) {
            Optional<FileEntry> before = stat(path);
            try {
                return Storage.super.readSmall(path, limit);
            } catch (IOException e) {
                if (stat(path).equals(before)) {
                    throw e;
                }
            }
        }
    }

    @Override
    public SeekableByteChannel open(String path) throws IOException {
        return at(path, "open", () -> {
            FileStatus status = fileSystem.getFileStatus(file(path));
            if (!status.isFile()) {
                throw new IOException("it is no regular file");
            }
            FSDataInputStream in = fileSystem.open(status.getPath());
            return new HadoopChannel(path, in, status.getLen());
        });
    }

    @Override
    public List<String> hosts(String path, long offset, long length) throws IOException {
        return at(path, "locate", () -> HadoopSpace.hosts(fileSystem, file(path), offset, length));
    }

    @Override
    public OutputFile create(String path) throws IOException {
        return begin(path);
    }

    @Override
    public boolean createExclusive(String path, byte[] content) throws IOException {
        try (HadoopOutputFile file = begin(path)) {
            file.write(ByteBuffer.wrap(content));
            return file.finishExclusively();
        }
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        try (HadoopOutputFile file = begin(path)) {
            file.write(ByteBuffer.wrap(content));
            file.finishReplacing();
        }
    }

    @Override
    public void makeFolder(String folder) throws IOException {
        at(folder, "create", () -> {
            files().mkdir(file(folder), FsPermission.getDirDefault(), true);
            return folder;
        });
    }

    @Override
    public void createInFolder(String path, byte[] content) throws IOException {
        try (HadoopOutputFile file =
                at(path, "create", () -> HadoopOutputFile.inFolder(this, path, files(), file(path)))) {
            file.write(ByteBuffer.wrap(content));
            file.finishInPlace();
        }
    }

    @Override
    public void rename(String from, String to) throws IOException {
        at(from, "rename to " + to, () -> {
            files().rename(file(from), file(to), Options.Rename.OVERWRITE);
            return to;
        });
    }

    @Override
    public WrittenFile assemble(String path, List<WrittenFile> parts) throws IOException {
        Assembly assembly = new Assembly(this, path, parts);
        return assembly.run(() -> {
            if (!at(path, "assemble", () -> new HadoopConcat(this, fileSystem, files(), this::file).join(assembly))) {
                assembly.copy();
            }
        });
    }

    @Override
    public void link(String existing, String path) {
        throw new UnsupportedOperationException("No hard links on " + root);
    }

    @Override
    public boolean delete(String path) throws IOException {
        return at(path, "delete", () -> {
            Path file = file(path);
            try {
                if (fileSystem.getFileStatus(file).isDirectory()) {
                    throw new IOException("it is a folder");
                }
            } catch (FileNotFoundException e) {
                return false;
            }
            return deleted(file);
        });
    }

    @Override
    public void deleteTree(String folder) throws IOException {
        at(folder, "delete", () -> deleted(file(folder)));
    }

    @Override
    public int missingFolders() throws IOException {
        return at("", "look up", () -> {
            int missing = 0;
            for (Path at = root; at != null && !fileSystem.exists(at); at = at.getParent()) {
                missing++;
            }
            return missing;
        });
    }

    @Override
    public void deleteEmptyFolders(int most) throws IOException {
        at("", "delete", () -> {
            Path at = root;
            for (int i = 0; i < most && at != null && deletedIfEmpty(at); i++) {
                at = at.getParent();
            }
            return root;
        });
    }

    /** Whether it is empty is the NameNode's to say: it deletes no folder that is not, unless told to. */
    private boolean deletedIfEmpty(Path folder) throws IOException {
        try {
            fileSystem.delete(folder, false);
            return true;
        } catch (IOException e) {
            if (list(folder).isEmpty()) {
                throw e;
            }
            return false;
        }
    }

    private boolean deleted(Path path) throws IOException {
        boolean deleted = fileSystem.delete(path, true);
        if (!deleted && fileSystem.exists(path)) {
            throw new IOException("the file system refused");
        }
        return deleted;
    }

    /** A NameNode answers a call only when its edit log has it on disk. */
    @Override
    public void syncFolder(String folder) {
        StoragePath.checkFolder(folder);
    }

    @Override
    public long freeBytes() throws IOException {
        return at("", "tell the free space", () -> HadoopSpace.freeBytes(place()));
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return root.toString();
    }

    private HadoopOutputFile begin(String path) throws IOException {
        return at(path, "create", () -> HadoopOutputFile.begin(this, path, files(), file(path)));
    }

    /** Made at the first write: file systems that are only read need not have one. */
    private synchronized FileContext files() throws IOException {
        if (files == null) {
            files = FileContext.getFileContext(root.toUri(), configuration);
        }
        return files;
    }

    private HadoopPlace place() throws IOException {
        return HadoopPlace.of(fileSystem, root, configuration);
    }

    private Path file(String path) {
        return folder(StoragePath.check(path));
    }

    private Path folder(String folder) {
        URI uri = root.toUri();
        String path = StoragePath.checkFolder(folder).isEmpty() ? uri.getPath() : uri.getPath() + "/" + folder;
        return new Path(uri.getScheme(), Objects.requireNonNullElse(uri.getAuthority(), ""), path);
    }

    private <T extends @Nullable Object> T at(String path, String doing, IoCall<T> call) throws IOException {
        return IoCall.at(path.isEmpty() ? root.toString() : path, doing, call);
    }
}
