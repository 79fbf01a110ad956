package io.cropmill.storage;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Optional;

/**
 * A storage that hands every step to its subclass. Creating, finishing, replacing, linking, deleting and syncing are one
 * change each; deleting a local folder is one for each file in it, because it is no single step there.
 */
public abstract class SteppedStorage implements Storage {
    /** What a change does. */
    public enum Kind {
        WRITE,
        DELETE,
        SYNC,
        /** Makes no folder and has no private name. */
        RENAME,
        FOLDER
    }

    /** A step of the storage below. */
    public interface Step {
        void run() throws IOException;
    }

    private final Storage storage;

    protected SteppedStorage(Storage storage) {
        this.storage = storage;
    }

    /** Runs a change, or does not. */
    protected abstract void change(Kind kind, String path, Step step) throws IOException;

    /** Something is about to be read. */
    protected void look(String path) throws IOException {}

    @Override
    public OutputFile create(String path) throws IOException {
        OutputFile[] file = new OutputFile[1];
        try {
            change(Kind.WRITE, path, () -> file[0] = storage.create(path));
        } catch (IOException e) {
            if (file[0] != null) {
                file[0].close();
            }
            throw e;
        }
        return new SteppedFile(path, file[0]);
    }

    @Override
    public boolean createExclusive(String path, byte[] content) throws IOException {
        boolean[] created = new boolean[1];
        change(Kind.WRITE, path, () -> created[0] = storage.createExclusive(path, content));
        return created[0];
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        change(Kind.WRITE, path, () -> storage.replace(path, content));
    }

    @Override
    public void makeFolder(String folder) throws IOException {
        change(Kind.FOLDER, folder, () -> storage.makeFolder(folder));
    }

    @Override
    public void createInFolder(String path, byte[] content) throws IOException {
        change(Kind.WRITE, path, () -> storage.createInFolder(path, content));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        change(Kind.RENAME, to, () -> storage.rename(from, to));
    }

    @Override
    public WrittenFile assemble(String path, List<WrittenFile> parts) throws IOException {
        WrittenFile[] file = new WrittenFile[1];
        change(Kind.WRITE, path, () -> file[0] = storage.assemble(path, parts));
        return file[0];
    }

    @Override
    public void link(String existing, String path) throws IOException {
        change(Kind.WRITE, path, () -> storage.link(existing, path));
    }

    @Override
    public boolean delete(String path) throws IOException {
        boolean[] deleted = new boolean[1];
        change(Kind.DELETE, path, () -> deleted[0] = storage.delete(path));
        return deleted[0];
    }

    @Override
    public void deleteTree(String folder) throws IOException {
        if (storage.hasHardLinks()) {
            look(folder);
            for (FileEntry file : storage.walkWithHidden(folder)) {
                delete(file.path());
            }
        }
        change(Kind.DELETE, folder, () -> storage.deleteTree(folder));
    }

    @Override
    public int missingFolders() throws IOException {
        look("");
        return storage.missingFolders();
    }

    @Override
    public void deleteEmptyFolders(int most) throws IOException {
        change(Kind.DELETE, ".", () -> storage.deleteEmptyFolders(most));
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        change(Kind.SYNC, folder, () -> storage.syncFolder(folder));
    }

    @Override
    public URI root() {
        return storage.root();
    }

    @Override
    public URI realRoot() throws IOException {
        return storage.realRoot();
    }

    @Override
    public Optional<Storage> parent() throws IOException {
        return storage.parent();
    }

    @Override
    public Root rootNow() throws IOException {
        look("");
        return storage.rootNow();
    }

    @Override
    public boolean hasHardLinks() {
        return storage.hasHardLinks();
    }

    @Override
    public Optional<String> refusal(String path) {
        return storage.refusal(path);
    }

    @Override
    public List<FileEntry> walk(String folder) throws IOException {
        look(folder);
        return storage.walk(folder);
    }

    @Override
    public List<FileEntry> walkWithHidden(String folder) throws IOException {
        look(folder);
        return storage.walkWithHidden(folder);
    }

    @Override
    public long linkCount(String path) throws IOException {
        look(path);
        return storage.linkCount(path);
    }

    @Override
    public List<String> names(String folder) throws IOException {
        look(folder);
        return storage.names(folder);
    }

    @Override
    public Optional<FileEntry> stat(String path) throws IOException {
        look(path);
        return storage.stat(path);
    }

    @Override
    public SeekableByteChannel open(String path) throws IOException {
        look(path);
        return storage.open(path);
    }

    @Override
    public List<String> hosts(String path, long offset, long length) throws IOException {
        look(path);
        return storage.hosts(path, offset, length);
    }

    @Override
    public long freeBytes() throws IOException {
        look("");
        return storage.freeBytes();
    }

    @Override
    public void close() throws IOException {
        storage.close();
    }

    private final class SteppedFile implements OutputFile {
        private final String path;
        private final OutputFile file;

        SteppedFile(String path, OutputFile file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            look(path);
            return file.write(source);
        }

        @Override
        public long bytes() {
            return file.bytes();
        }

        @Override
        public WrittenFile finish() throws IOException {
            WrittenFile[] written = new WrittenFile[1];
            change(Kind.WRITE, path, () -> written[0] = file.finish());
            return written[0];
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
