package io.cropmill.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A local file under a private name; published by a hard link, which cannot replace. */
final class LocalOutputFile extends PrivateOutputFile {
    /** The JDK copies a heap buffer through a direct one of the same size that the thread keeps for ever. */
    static final int HEAP_CHUNK = 1 << 20;

    private final String path;
    private final Path root;
    private final Path target;
    private final Path hidden;
    private final HeldFolder folder;
    private final FileChannel channel;
    private final WriteBehind writeBehind;

    private LocalOutputFile(Storage storage, String path, Path root, Path target, Path hidden) throws IOException {
        super(storage, path);
        this.path = path;
        this.root = root;
        this.target = target;
        this.hidden = hidden;
        this.folder = HeldFolder.open(root, LocalFiles.parent(target));
        try {
            this.channel = folder.create(LocalFiles.name(hidden));
        } catch (IOException e) {
            Closing.after(e, folder);
            throw e;
        }
        this.writeBehind = new WriteBehind(channel);
    }

    /**
     * A file under a private name beside the one that it is to have; missing folders are made.
     *
     * @param root of the storage
     * @param target the path below it
     */
    static LocalOutputFile begin(Storage storage, String path, Path root, Path target) throws IOException {
        Path folder = LocalFiles.parent(target);
        LocalFiles.makeFolders(folder);
        Path hidden = LocalNames.resolve(folder, StoragePath.privateName(StoragePath.name(path)));
        return new LocalOutputFile(storage, path, root, target, hidden);
    }

    /** A file under its own name in a folder that is there. */
    static LocalOutputFile inFolder(Storage storage, String path, Path root, Path target) throws IOException {
        return new LocalOutputFile(storage, path, root, target, target);
    }

    @Override
    void append(ByteBuffer source) throws IOException {
        int end = source.limit();
        int bytes = source.remaining();
        try {
            while (source.position() < end) {
                source.limit(source.isDirect() ? end : Math.min(end, source.position() + HEAP_CHUNK));
                channel.write(source);
            }
        } finally {
            source.limit(end);
        }
        writeBehind.wrote(bytes);
    }

    /** Appends a whole file, its bytes never passing through the heap. */
    void append(WrittenFile part, FileChannel in) throws IOException {
        requireOpen();
        try {
            transfer(part, in);
        } catch (IOException e) {
            throw failure(e);
        }
        appended(part);
    }

    private void transfer(WrittenFile part, FileChannel in) throws IOException {
        if (in.size() != part.bytes()) {
            throw Failures.of(part.path(), "Expected " + part.bytes() + " bytes, but found " + in.size());
        }
        long at = 0;
        while (at < part.bytes()) {
            long moved = in.transferTo(at, part.bytes() - at, channel);
            if (moved <= 0) {
                throw Failures.of(part.path(), "Expected " + part.bytes() + " bytes, but found " + at);
            }
            at += moved;
        }
    }

    @Override
    void seal() throws IOException {
        writeBehind.finish();
        channel.force(true);
        channel.close();
    }

    /** By path, for Java links in no other way; a folder that takes this one's place now has no such private file. */
    @Override
    boolean publish() throws IOException {
        Links.requireNone(root, path);
        if (!LocalFiles.link(hidden, target)) {
            return false;
        }
        folder.delete(LocalFiles.name(hidden));
        LocalFiles.sync(LocalFiles.parent(target));
        folder.close();
        return true;
    }

    @Override
    void replace() throws IOException {
        folder.replace(LocalFiles.name(hidden), LocalFiles.name(target));
        LocalFiles.sync(LocalFiles.parent(target));
        folder.close();
    }

    @Override
    void release() throws IOException {
        folder.close();
    }

    @Override
    void discard() throws IOException {
        try (HeldFolder held = folder) {
            try {
                channel.close();
            } finally {
                held.delete(LocalFiles.name(hidden));
            }
        }
    }

    @Override
    String roomLeft() {
        return "free some on the disk of " + LocalNames.text(LocalFiles.parent(target)) + " or choose another target";
    }
}
