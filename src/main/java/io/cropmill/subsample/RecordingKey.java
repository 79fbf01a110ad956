package io.cropmill.subsample;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What a name contributes to a seed: the first eight bytes of the SHA-256 of its UTF-8, read as a little-endian
 * unsigned integer. It depends on the name alone, so neither order nor number of recordings plays a part.
 *
 * @param value unsigned
 */
public record RecordingKey(long value) implements Serializable {
    /** The key of a recording, or of a raster, by its name. */
    public static RecordingKey of(String name) {
        byte[] digest = sha256().digest(name.getBytes(StandardCharsets.UTF_8));
        return new RecordingKey(
                ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
