package io.cropmill.frame;

import io.cropmill.storage.FileEntry;
import io.cropmill.storage.FileOpener;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.Optional;

/** Files of a storage whose bytes are counted as they are read. */
record CountedFiles(Storage storage, ReadMetrics metrics) implements FileOpener {
    @Override
    public SeekableByteChannel open(String path) throws IOException {
        return new CountingChannel(storage.open(path), metrics, storage.root());
    }

    @Override
    public Optional<FileEntry> stat(String path) throws IOException {
        return storage.stat(path);
    }
}
