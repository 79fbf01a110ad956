package io.cropmill.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.List;

/** CRC32C (Castagnoli) of files, and how it is written. */
public final class Checksums {
    private static final int CHUNK = 1 << 20;

    private Checksums() {}

    /** Reads a whole file for its length and checksum. */
    public static WrittenFile read(Storage storage, String path) throws IOException {
        RunningCrc32c crc = new RunningCrc32c();
        try (SeekableByteChannel channel = storage.open(path)) {
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.max(1, Math.min(CHUNK, channel.size())));
            while (channel.read(buffer) >= 0) {
                crc.update(buffer.flip());
                buffer.clear();
            }
        }
        return new WrittenFile(path, crc.bytes(), crc.value());
    }

    /** The file that parts make, one after the other, from their lengths and checksums alone. */
    public static WrittenFile joined(String path, List<WrittenFile> parts) {
        return RunningCrc32c.joined(path, parts);
    }

    /** Eight hexadecimal digits. */
    public static String text(int crc32c) {
        return String.format("%08x", crc32c);
    }

    /** Refuses unless the file at the path has the same bytes, by length and checksum, as the one at hand. */
    static void requireSame(Storage storage, WrittenFile ours) throws IOException {
        FileEntry there = storage.stat(ours.path())
                .orElseThrow(() -> Failures.of(ours.path(), "Cannot publish: something that is no file has the name"));
        if (there.bytes() == ours.bytes()) {
            WrittenFile theirs = read(storage, ours.path());
            if (theirs.equals(ours)) {
                return;
            }
            throw differs(ours, theirs.bytes() + " bytes with crc32c " + text(theirs.crc32c()));
        }
        throw differs(ours, there.bytes() + " bytes");
    }

    private static IOException differs(WrittenFile ours, String theirs) {
        return Failures.of(
                ours.path(),
                "Cannot publish: Expected " + ours.bytes() + " bytes with crc32c "
                        + text(ours.crc32c()) + ", but found a file of " + theirs
                        + " under the name; published files are never replaced, so write to a new version");
    }
}
