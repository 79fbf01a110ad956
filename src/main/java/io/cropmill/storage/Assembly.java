package io.cropmill.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.List;

/** One file made of parts, which are left where they are. Where the whole is published already it is only compared. */
record Assembly(Storage storage, String path, List<WrittenFile> parts) {
    private static final int CHUNK = 1 << 20;

    /** Publishes the whole, however the file system does that best. */
    interface Join {
        void run() throws IOException;
    }

    Assembly {
        StoragePath.check(path);
        parts = List.copyOf(parts);
        for (WrittenFile part : parts) {
            if (StoragePath.check(part.path()).equals(path)) {
                throw new IllegalArgumentException("A part must not have the whole's path \"" + path + "\"");
            }
        }
    }

    WrittenFile run(Join join) throws IOException {
        WrittenFile whole = RunningCrc32c.joined(path, parts);
        if (storage.stat(path).isPresent()) {
            Checksums.requireSame(storage, whole);
        } else {
            join.run();
        }
        return whole;
    }

    /** Joins by reading and writing every byte, checked against each part's checksum. */
    void copy() throws IOException {
        try (OutputFile out = storage.create(path)) {
            ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
            for (WrittenFile part : parts) {
                copy(part, out, buffer);
            }
            out.finish();
        }
    }

    private void copy(WrittenFile part, OutputFile out, ByteBuffer buffer) throws IOException {
        RunningCrc32c crc = new RunningCrc32c();
        try (SeekableByteChannel in = storage.open(part.path())) {
            while (in.read(buffer.clear()) >= 0) {
                crc.update(buffer.flip().duplicate());
                out.write(buffer);
            }
        }
        if (crc.bytes() != part.bytes() || crc.value() != part.crc32c()) {
            throw Failures.of(
                    part.path(),
                    "Expected " + part.bytes() + " bytes with crc32c "
                            + Checksums.text(part.crc32c()) + ", but found " + crc.bytes() + " bytes with crc32c "
                            + Checksums.text(crc.value()));
        }
    }
}
