package io.cropmill.storage;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;

/**
 * A folder on local disk, by {@code java.nio} alone: Hadoop's local file system would leave {@code .crc} files.
 *
 * <p>Links below the root: every path is looked at part by part before it is used ({@link #read}, {@link #written},
 * {@link #removed}). Files are then opened, replaced and deleted in a {@link HeldFolder}, so that a link that somebody puts
 * in a folder's place after the look is not followed either. What Java does by path alone, after the look, is to make
 * folders, to give a file a second name, to sync and to list.
 */
final class LocalStorage implements Storage {
    private static final int MAX_PATH_BYTES = 4095;

    private final Path root;
    private final Links links;
    private final int rootBytes;

    /**
     * A folder that need not exist yet; absolute.
     *
     * @param links what reading does with them; nothing else ever follows one
     */
    LocalStorage(Path root, Links links) {
        this.root = root;
        this.links = links;
        this.rootBytes = StoragePath.utf8Length(LocalNames.text(root));
    }

    @Override
    public URI root() {
        String uri = LocalNames.folderUri(root);
        return URI.create(uri.equals("file://") ? "file:///" : uri);
    }

    @Override
    public URI realRoot() throws IOException {
        return at("", "resolve", () -> new LocalStorage(LocalFiles.real(root), links).root());
    }

    @Override
    public Optional<Storage> parent() throws IOException {
        return at(
                "",
                "resolve",
                () -> Optional.ofNullable(LocalFiles.real(root).getParent())
                        .map(above -> new LocalStorage(above, Links.REFUSED)));
    }

    @Override
    public Optional<String> linkTo(Storage other) throws IOException {
        URI to = other.realRoot();
        return links == Links.FOLLOWED && to.getScheme().equals("file")
                ? at("", "list", () -> LocalNesting.linkTo(Path.of(to), LocalTree.links(root)))
                : Optional.empty();
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
        LocalTree.Rule rule = links == Links.FOLLOWED ? LocalTree.Rule.THROUGH_LINKS : LocalTree.Rule.WITHOUT_LINKS;
        return at(folder, "list", () -> LocalTree.walk(read(StoragePath.checkFolder(folder)), folder, rule));
    }

    @Override
    public List<FileEntry> walkWithHidden(String folder) throws IOException {
        return at(
                folder,
                "list",
                () -> LocalTree.walk(written(StoragePath.checkFolder(folder)), folder, LocalTree.Rule.EVERYTHING));
    }

    @Override
    public long linkCount(String path) throws IOException {
        return at(path, "look up", () -> LocalAttributes.linkCount(removed(path)));
    }

    @Override
    public List<String> names(String folder) throws IOException {
        return at(folder, "list", () -> LocalTree.names(read(StoragePath.checkFolder(folder))));
    }

    @Override
    public Optional<FileEntry> stat(String path) throws IOException {
        return at(
                path,
                "look up",
                () -> LocalAttributes.of(read(StoragePath.check(path)))
                        .filter(LocalAttributes::isFile)
                        .map(attributes -> attributes.entry(path)));
    }

    @Override
    public SeekableByteChannel open(String path) throws IOException {
        return at(path, "open", () -> {
            FileChannel channel = channel(path);
            return new LocalChannel(path, channel, channel.size());
        });
    }

    private FileChannel channel(String path) throws IOException {
        Path file = read(StoragePath.check(path));
        // Opening a pipe would wait for its writer. One look, for a file may go between two.
        if (LocalAttributes.of(file).filter(found -> !found.isFile()).isPresent()) {
            throw new IOException("it is no regular file");
        }
        if (links == Links.FOLLOWED) {
            return FileChannel.open(file, StandardOpenOption.READ);
        }
        try (HeldFolder folder = HeldFolder.open(root, LocalFiles.parent(file))) {
            return folder.read(LocalFiles.name(file));
        }
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
            LocalFiles.makeFolders(written(StoragePath.check(folder)));
            return folder;
        });
    }

    @Override
    public void createInFolder(String path, byte[] content) throws IOException {
        try (LocalOutputFile file = at(
                path, "create", () -> LocalOutputFile.inFolder(this, path, root, written(StoragePath.check(path))))) {
            file.write(ByteBuffer.wrap(content));
            file.finishInPlace();
        }
    }

    @Override
    public void rename(String from, String to) throws IOException {
        at(from, "rename to " + to, () -> {
            HeldFolder.rename(root, removed(from), written(StoragePath.check(to)));
            return to;
        });
    }

    @Override
    public WrittenFile assemble(String path, List<WrittenFile> parts) throws IOException {
        return new Assembly(this, path, parts).run(() -> {
            try (LocalOutputFile whole = begin(path)) {
                for (WrittenFile part : parts) {
                    at(part.path(), "append to " + path, () -> {
                        try (FileChannel in = channel(part.path())) {
                            whole.append(part, in);
                        }
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
            Path name = written(StoragePath.check(path));
            LocalFiles.makeFolders(LocalFiles.parent(name));
            return LocalFiles.link(written(StoragePath.check(existing)), name);
        });
        if (!linked) {
            throw Failures.of(path, "Cannot link to " + existing + ": another file has the name already");
        }
    }

    @Override
    public boolean delete(String path) throws IOException {
        return at(path, "delete", () -> {
            Path file = removed(path);
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException("it is a folder");
            }
            return removed(file, HeldFolder::delete);
        });
    }

    @Override
    public Optional<String> mountedBelow(String folder) throws IOException {
        Path real = LocalFiles.real(LocalNames.resolve(root, StoragePath.check(folder)));
        return LocalMounts.here().below(real).map(LocalNames::text);
    }

    @Override
    public void deleteTree(String path) throws IOException {
        at(path, "delete", () -> {
            Path tree = removed(path);
            Optional<String> mounted = mountedBelow(path);
            if (mounted.isPresent()) {
                throw new IOException("a file system is mounted at " + mounted.get() + ", whose files are not the"
                        + " dataset's; unmount it");
            }
            if (removed(tree, HeldFolder::deleteTree)) {
                LocalFiles.sync(LocalFiles.parent(tree));
            }
            return path;
        });
    }

    private interface FileRemover {
        boolean in(HeldFolder folder, Path name) throws IOException;
    }

    private boolean removed(Path path, FileRemover removal) throws IOException {
        try (HeldFolder folder = HeldFolder.open(root, LocalFiles.parent(path))) {
            return removal.in(folder, LocalFiles.name(path));
        } catch (NoSuchFileException | NotDirectoryException e) {
            return false;
        }
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
            for (Path at = written(StoragePath.checkFolder(folder)); at.startsWith(root); at = LocalFiles.parent(at)) {
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
        return at(path, "create", () -> LocalOutputFile.begin(this, path, root, written(StoragePath.check(path))));
    }

    /** What is to be read. */
    private Path read(String path) throws IOException {
        if (links == Links.REFUSED) {
            Links.requireNone(root, path);
        }
        return LocalNames.resolve(root, path);
    }

    /** What is to be changed. */
    private Path written(String path) throws IOException {
        Links.requireNone(root, path);
        return LocalNames.resolve(root, path);
    }

    /** What is to be removed, and may itself be a link. */
    private Path removed(String path) throws IOException {
        Links.requireNone(root, StoragePath.folder(StoragePath.check(path)));
        return LocalNames.resolve(root, path);
    }

    private <T> T at(String path, String doing, IoCall<T> call) throws IOException {
        return IoCall.at(path.isEmpty() ? root().toString() : path, doing, call);
    }
}
