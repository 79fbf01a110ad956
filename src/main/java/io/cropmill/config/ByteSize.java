package io.cropmill.config;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;

/** Reads sizes: {@code 8 MiB} is 8 * 2^20 bytes, {@code 2GB} is 2 * 10^9, a bare number is bytes. */
public final class ByteSize {
    private ByteSize() {}

    /** Bytes, 0 to 2^63 - 1; an {@link IllegalArgumentException} says what is allowed. */
    public static long parse(String text) {
        long bytes = -1;
        try {
            bytes = ConfigFactory.empty()
                    .withValue("size", ConfigValueFactory.fromAnyRef(text))
                    .getBytes("size");
        } catch (ConfigException e) {
            // Told below, without the library's words.
        }
        if (bytes < 0) {
            throw new IllegalArgumentException(
                    "a size must be a number of bytes, kB, MB, GB, KiB, MiB or GiB but was \"" + text + "\"");
        }
        return bytes;
    }
}
