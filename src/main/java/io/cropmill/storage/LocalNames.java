package io.cropmill.storage;

import io.cropmill.text.PercentEscapes;
import java.net.URI;
import java.nio.file.Path;

/**
 * File names as UTF-8, whatever the JVM's own encoding of file names is. A {@link Path} made from text goes through that
 * encoding ({@code sun.jnu.encoding}, from the locale); one made from an escaped URI keeps the bytes.
 */
final class LocalNames {
    private LocalNames() {}

    /** A path below a folder. */
    static Path resolve(Path root, String path) {
        if (path.isEmpty()) {
            return root;
        }
        if (isAscii(path)) {
            return root.resolve(path);
        }
        return Path.of(URI.create(folderUri(root) + "/" + PercentEscapes.encode(path)));
    }

    /** An absolute path from text. */
    static Path absolute(String path) {
        return isAscii(path) ? Path.of(path) : Path.of(URI.create("file://" + PercentEscapes.encode(path)));
    }

    /** The last name of a path; {@link StoragePath#REPLACEMENT} stands where its bytes are not UTF-8. */
    static String name(Path path) {
        String name = String.valueOf(path.getFileName());
        return isAscii(name) ? name : StoragePath.name(PercentEscapes.decode(folderUri(path)));
    }

    /** The whole of a path, decoded like {@link #name}. */
    static String text(Path path) {
        return isAscii(path.toString())
                ? path.toString()
                : PercentEscapes.decode(URI.create(folderUri(path)).getRawPath());
    }

    /** {@code file:///data/a%20b}, never with a trailing slash. */
    static String folderUri(Path path) {
        String uri = path.toUri().toString();
        return uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
