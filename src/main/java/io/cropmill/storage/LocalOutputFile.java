package io.cropmill.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A local file under a private name; published by a hard link, which cannot replace. */
final class LocalOutputFile extends PrivateOutputFile {
    /** The JDK copies a heap buffer through a direct one of the same size that the thread keeps for ever. */
    static final int HEAP_CHUNK = 1 << 20;

    private final Path target;
    private final Path hidden;
    private final FileChannel channel;
    private final WriteBehind writeBehind;

    private LocalOutputFile(Storage storage, String path, Path target, Path hidden) throws IOException {
        super(storage, path);
        this.target = target;
        this.hidden = hidden;
        this.channel = FileChannel.open(hidden, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        this.writeBehind = new WriteBehind(channel);
    }

    /** A file under a private name beside the one that it is to have; missing folders are made. */
    static LocalOutputFile begin(Storage storage, String path, Path target) throws IOException {
        Path folder = LocalFiles.parent(target);
        LocalFiles.makeFolders(folder);
        Path hidden = LocalNames.resolve(folder, StoragePath.privateName(StoragePath.name(path)));
        return new LocalOutputFile(storage, path, target, hidden);
    }

    /** A file under its own name in a folder that is there. */
    static LocalOutputFile inFolder(Storage storage, String path, Path target) throws IOException {
        return new LocalOutputFile(storage, path, target, target);
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
    void append(WrittenFile part, Path file) throws IOException {
        requireOpen();
        try {
            transfer(part, file);
        } catch (IOException e) {
            throw failure(e);
        }
        appended(part);
    }

    private void transfer(WrittenFile part, Path file) throws IOException {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            if (in.size() != part.bytes()) {
                throw new IOException(
                        "[" + part.path() + "] Expected " + part.bytes() + " bytes, but found " + in.size());
            }
            long at = 0;
            while (at < part.bytes()) {
                long moved = in.transferTo(at, part.bytes() - at, channel);
                if (moved <= 0) {
                    throw new IOException("[" + part.path() + "] Expected " + part.bytes() + " bytes, but found " + at);
                }
                at += moved;
            }
        }
    }

    @Override
    void seal() throws IOException {
        writeBehind.finish();
        channel.force(true);
        channel.close();
    }

    @Override
    boolean publish() throws IOException {
        if (!LocalFiles.link(hidden, target)) {
            return false;
        }
        Files.delete(hidden);
        LocalFiles.sync(LocalFiles.parent(target));
        return true;
    }

    @Override
    void replace() throws IOException {
        LocalFiles.move(hidden, target);
    }

    @Override
    void discard() throws IOException {
        try {
            channel.close();
        } finally {
            Files.deleteIfExists(hidden);
        }
    }

    @Override
    String roomLeft() {
        return "free some on the disk of " + LocalNames.text(LocalFiles.parent(target)) + " or choose another target";
    }
}
