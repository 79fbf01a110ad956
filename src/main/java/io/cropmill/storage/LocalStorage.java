package io.cropmill.storage;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;

/** A folder on local disk, by {@code java.nio} alone: Hadoop's local file system would leave {@code .crc} files. */
final class LocalStorage implements Storage {
    private static final int MAX_PATH_BYTES = 4095;

    private final Path root;
    private final int rootBytes;

    /** A folder that need not exist yet; absolute. */
    LocalStorage(Path root) {
        this.root = root;
        this.rootBytes = StoragePath.utf8Length(LocalNames.text(root));
    }

    @Override
    public URI root() {
        String uri = LocalNames.folderUri(root);
        return URI.create(uri.equals("file://") ? "file:///" : uri);
    }

    @Override
    public URI realRoot() throws IOException {
        return at("", "resolve", () -> new LocalStorage(LocalFiles.real(root)).root());
    }

    @Override
    public Root rootNow() throws IOException {
        return at("", "look up", () -> {
            if (!Files.isDirectory(LocalFiles.existing(root))) {
                return Root.FILE;
            }
            try {
                Files.readAttributes(root, BasicFileAttributes.class);
                return Root.FOLDER;
            } catch (NoSuchFileException e) {
                return Root.MISSING;
            }
        });
    }

    @Override
    public boolean hasHardLinks() {
        return true;
    }

    @Override
    public Optional<String> refusal(String path) {
        if (rootBytes + 1 + StoragePath.utf8Length(path) > MAX_PATH_BYTES) {
            return Optional.of("the path is longer than " + MAX_PATH_BYTES + " bytes");
        }
        return StoragePath.tooLongPart(path);
    }

    @Override
    public List<FileEntry> walk(String folder) throws IOException {
        return at(folder, "list", () -> LocalTree.walk(folder(folder), folder, StoragePath::isHidden));
    }

    @Override
    public List<FileEntry> walkWithHidden(String folder) throws IOException {
        return at(folder, "list", () -> LocalTree.walk(folder(folder), folder, name -> false));
    }

    @Override
    public long linkCount(String path) throws IOException {
        return at(path, "look up", () -> LocalAttributes.linkCount(file(path)));
    }

    @Override
    public List<String> names(String folder) throws IOException {
        return at(folder, "list", () -> LocalTree.names(folder(folder)));
    }

    @Override
    public Optional<FileEntry> stat(String path) throws IOException {
        return at(
                path,
                "look up",
                () -> LocalAttributes.of(file(path))
                        .filter(LocalAttributes::isFile)
                        .map(attributes -> attributes.entry(path)));
    }

    @Override
    public SeekableByteChannel open(String path) throws IOException {
        return at(path, "open", () -> {
            Path file = file(path);
            // Opening a pipe would wait for its writer. One look, for a file may go between two.
            if (LocalAttributes.of(file).filter(found -> !found.isFile()).isPresent()) {
                throw new IOException("it is no regular file");
            }
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            return new LocalChannel(path, channel, channel.size());
        });
    }

    @Override
    public List<String> hosts(String path, long offset, long length) {
        StoragePath.check(path);
        return List.of();
    }

    @Override
    public OutputFile create(String path) throws IOException {
        return begin(path);
    }

    @Override
    public boolean createExclusive(String path, byte[] content) throws IOException {
        try (LocalOutputFile file = begin(path)) {
            file.write(ByteBuffer.wrap(content));
            return file.finishExclusively();
        }
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        try (LocalOutputFile file = begin(path)) {
            file.write(ByteBuffer.wrap(content));
            file.finishReplacing();
        }
    }

    @Override
    public void makeFolder(String folder) throws IOException {
        at(folder, "create", () -> {
            LocalFiles.makeFolders(file(folder));
            return folder;
        });
    }

    @Override
    public void createInFolder(String path, byte[] content) throws IOException {
        try (LocalOutputFile file = at(path, "create", () -> LocalOutputFile.inFolder(this, path, file(path)))) {
            file.write(ByteBuffer.wrap(content));
            file.finishInPlace();
        }
    }

    @Override
    public void rename(String from, String to) throws IOException {
        at(from, "rename to " + to, () -> {
            LocalFiles.move(file(from), file(to));
            return to;
        });
    }

    @Override
    public WrittenFile assemble(String path, List<WrittenFile> parts) throws IOException {
        return new Assembly(this, path, parts).run(() -> {
            try (LocalOutputFile whole = begin(path)) {
                for (WrittenFile part : parts) {
                    at(part.path(), "append to " + path, () -> {
                        whole.append(part, file(part.path()));
                        return part;
                    });
                }
                whole.finish();
            }
        });
    }

    @Override
    public void link(String existing, String path) throws IOException {
        boolean linked = at(path, "link to " + existing, () -> {
            Path name = file(path);
            LocalFiles.makeFolders(LocalFiles.parent(name));
            return LocalFiles.link(file(existing), name);
        });
        if (!linked) {
            throw new IOException("[" + path + "] Cannot link to " + existing + ": another file has the name already");
        }
    }

    @Override
    public boolean delete(String path) throws IOException {
        return at(path, "delete", () -> {
            Path file = file(path);
            if (Files.isDirectory(file) && !Files.isSymbolicLink(file)) {
                throw new IOException("it is a folder");
            }
            return Files.deleteIfExists(file);
        });
    }

    @Override
    public void deleteTree(String folder) throws IOException {
        at(folder, "delete", () -> {
            LocalFiles.deleteTree(file(folder));
            return folder;
        });
    }

    @Override
    public int missingFolders() throws IOException {
        return at("", "look up", () -> LocalFiles.missing(root));
    }

    @Override
    public void deleteEmptyFolders(int most) throws IOException {
        at("", "delete", () -> {
            LocalFiles.deleteEmpty(root, most);
            return root;
        });
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        at(folder, "sync", () -> {
            for (Path at = folder(folder); at.startsWith(root); at = LocalFiles.parent(at)) {
                LocalFiles.sync(at);
                if (at.equals(root)) {
                    break;
                }
            }
            return folder;
        });
    }

    @Override
    public long freeBytes() throws IOException {
        return at(
                "",
                "tell the free space",
                () -> Files.getFileStore(LocalFiles.existing(root)).getUsableSpace());
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
        return root().toString();
    }

    private LocalOutputFile begin(String path) throws IOException {
        return at(path, "create", () -> LocalOutputFile.begin(this, path, file(path)));
    }

    private Path file(String path) {
        return LocalNames.resolve(root, StoragePath.check(path));
    }

    private Path folder(String folder) {
        return LocalNames.resolve(root, StoragePath.checkFolder(folder));
    }

    private <T> T at(String path, String doing, IoCall<T> call) throws IOException {
        return IoCall.at(path.isEmpty() ? root().toString() : path, doing, call);
    }
}
