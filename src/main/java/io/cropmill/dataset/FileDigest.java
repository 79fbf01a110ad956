package io.cropmill.dataset;

import io.cropmill.storage.LentBuffer;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * A file's whole content, as {@code sha256sum} tells it.
 *
 * @param path relative to the storage it lies in
 * @param bytes that were read
 * @param sha256 in lower-case hexadecimal digits
 */
public record FileDigest(String path, long bytes, String sha256) implements Serializable {
    private static final int BUFFER = 1 << 20;

    /** Reads a file. */
    public static FileDigest of(Storage storage, String path) throws IOException {
        return of(storage, path, new CRC32C());
    }

    /** Reads a file, and sums its bytes up in the same pass. */
    static FileDigest of(Storage storage, String path, CRC32C crc) throws IOException {
        MessageDigest digest = newDigest();
        long bytes = 0;
        try (LentBuffer lent = LentBuffer.of(BUFFER);
                SeekableByteChannel channel = storage.open(path)) {
            ByteBuffer buffer = lent.buffer();
            while (channel.read(buffer) >= 0) {
                buffer.flip();
                bytes += buffer.remaining();
                digest.update(buffer);
                crc.update(buffer.rewind());
                buffer.clear();
            }
        }
        return new FileDigest(path, bytes, HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
