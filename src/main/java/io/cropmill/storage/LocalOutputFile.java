package io.cropmill.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A local file under a private name; published by a hard link, which cannot replace. */
final class LocalOutputFile extends PrivateOutputFile {
    /** The JDK copies a heap buffer through a direct one of the same size that the thread keeps for ever. */
    static final int HEAP_CHUNK = 1 << 20;

    private final Path target;
    private final Path hidden;
    private final FileChannel channel;
    private final WriteBehind writeBehind;

    LocalOutputFile(Storage storage, String path, Path target) throws IOException {
        super(storage, path);
        this.target = target;
        Path folder = LocalFiles.parent(target);
        LocalFiles.makeFolders(folder);
        this.hidden = LocalNames.resolve(folder, StoragePath.privateName(StoragePath.name(path)));
        this.channel = FileChannel.open(hidden, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        this.writeBehind = new WriteBehind(channel);
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
        Files.move(hidden, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        LocalFiles.sync(LocalFiles.parent(target));
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
