package io.cropmill.rebuild;

import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * SHA-256 over the bytes of a recording's source.
 *
 * @param hash hexadecimal digits, unless there is a problem
 */
public record ContentHash(
        SourceRecording recording,
        @Nullable String hash,
        @Nullable RecordingProblem problem) implements Serializable {
    private static final int CHUNK = 1 << 20;

    /** Hears of bytes read. */
    public interface Meter {
        /** So many more. */
        void add(long bytes);
    }

    /** Reads a recording; a damaged one, or one that changes meanwhile, is a result. */
    public static ContentHash of(Storage source, SourceRecording recording, Meter meter) throws IOException {
        try {
            MessageDigest digest = sha256();
            for (FileEntry file : recording.files()) {
                SourceFiles.requireUnchanged(source, file);
                read(source, file, digest, meter);
                SourceFiles.requireUnchanged(source, file);
            }
            return new ContentHash(recording, HexFormat.of().formatHex(digest.digest()), null);
        } catch (IOException e) {
            Optional<RecordingProblem> problem = RecordingProblem.of(e, recording);
            if (problem.isEmpty()) {
                throw e;
            }
            return new ContentHash(recording, null, problem.get());
        }
    }

    private static void read(Storage source, FileEntry file, MessageDigest digest, Meter meter) throws IOException {
        // Where one file ends and the next begins counts, too.
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(file.bytes()).flip());
        try (SeekableByteChannel channel = source.open(file.path())) {
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.max(1, Math.min(CHUNK, channel.size())));
            while (channel.read(buffer) >= 0) {
                meter.add(buffer.position());
                digest.update(buffer.flip());
                buffer.clear();
            }
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
