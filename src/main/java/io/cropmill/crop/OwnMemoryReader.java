package io.cropmill.crop;

import io.cropmill.storage.Closing;
import java.io.IOException;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** A reader whose batches lie in memory of its own, which it gives back when it is closed: batches are closed before. */
final class OwnMemoryReader implements CropReader {
    private final BufferAllocator allocator;
    private final CropReader reader;

    private OwnMemoryReader(BufferAllocator allocator, CropReader reader) {
        this.allocator = allocator;
        this.reader = reader;
    }

    static CropReader of(Recording recording, long firstRow, long endRow, long batchBytes) throws IOException {
        BufferAllocator allocator = new RootAllocator();
        try {
            return new OwnMemoryReader(allocator, recording.read(firstRow, endRow, allocator, batchBytes));
        } catch (IOException | RuntimeException e) {
            Closing.after(e, allocator::close);
            throw e;
        }
    }

    @Override
    public Optional<CropBatch> next() throws IOException {
        return reader.next();
    }

    @Override
    public void close() throws IOException {
        try (allocator) {
            reader.close();
        }
    }
}
