package io.cropmill.dataset.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The form of {@code manifest.json}: UTF-8, keys always in the same order, one line for each recording. Reading accepts
 * format {@value #FORMAT} alone, without keys that are not of it; those that were added since may be missing.
 */
public final class ManifestJson {
    /** The number that this form has. */
    public static final int FORMAT = 1;

    private ManifestJson() {}

    /** Writes a manifest; the stream is not closed. */
    public static void write(Manifest manifest, OutputStream out) throws IOException {
        ManifestWriter.write(manifest, out);
    }

    /**
     * Reads a manifest.
     *
     * @param file named in messages
     * @throws ManifestException if it is anything but whole
     */
    public static Manifest read(String file, InputStream in) throws IOException {
        return new ManifestReader(file).read(in);
    }
}
