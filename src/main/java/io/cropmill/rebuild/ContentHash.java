package io.cropmill.rebuild;

import io.cropmill.crop.UnchangedFiles;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * SHA-256 over the bytes of a source file.
 *
 * @param hash hexadecimal digits, unless there is a problem
 */
public record ContentHash(
        FileEntry file, @Nullable String hash, @Nullable RecordingProblem problem) implements Serializable {
    private static final int CHUNK = 1 << 20;

    /** Takes the number of bytes read. */
    public interface ByteMeter {
        /** So many more. */
        void add(long bytes);
    }

    /** Reads a file; one that cannot be read, or that changes meanwhile, is a result. */
    public static ContentHash of(Storage source, FileEntry file, ByteMeter meter) throws IOException {
        try {
            MessageDigest digest = sha256();
            UnchangedFiles.require(source, file);
            read(source, file, digest, meter);
            UnchangedFiles.require(source, file);
            return new ContentHash(file, HexFormat.of().formatHex(digest.digest()), null);
        } catch (IOException e) {
            Optional<RecordingProblem> problem = RecordingProblem.of(e, List.of(file));
            if (problem.isEmpty()) {
                throw e;
            }
            return new ContentHash(file, null, problem.get());
        }
    }

    /** Stands for the content of a recording: its file's hash, or of several files one over theirs. */
    static String joined(List<String> hashes) {
        return hashes.size() == 1
                ? hashes.get(0)
                : HexFormat.of()
                        .formatHex(sha256().digest(String.join("\n", hashes).getBytes(StandardCharsets.UTF_8)));
    }

    private static void read(Storage source, FileEntry file, MessageDigest digest, ByteMeter meter) throws IOException {
        // The length before the bytes, as in all fingerprints written so far.
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
