package io.cropmill.storage;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * File names as UTF-8, whatever the JVM's own encoding of file names is. A {@link Path} made from text goes through that
 * encoding ({@code sun.jnu.encoding}, from the locale); one made from an escaped URI keeps the bytes.
 */
final class LocalNames {
    private static final String UNESCAPED = "-._~/";

    private LocalNames() {}

    /** A path below a folder. */
    static Path resolve(Path root, String path) {
        if (path.isEmpty()) {
            return root;
        }
        if (isAscii(path)) {
            return root.resolve(path);
        }
        return Path.of(URI.create(folderUri(root) + "/" + escaped(path)));
    }

    /** An absolute path from text. */
    static Path absolute(String path) {
        return isAscii(path) ? Path.of(path) : Path.of(URI.create("file://" + escaped(path)));
    }

    /** The last name of a path; {@link StoragePath#REPLACEMENT} stands where its bytes are not UTF-8. */
    static String name(Path path) {
        String name = String.valueOf(path.getFileName());
        return isAscii(name) ? name : StoragePath.name(unescaped(folderUri(path)));
    }

    /** The whole of a path, decoded like {@link #name}. */
    static String text(Path path) {
        return isAscii(path.toString())
                ? path.toString()
                : unescaped(URI.create(folderUri(path)).getRawPath());
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

    private static String escaped(String path) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || UNESCAPED.indexOf(c) >= 0);
            escaped.append(plain ? String.valueOf(c) : String.format("%%%02X", b & 0xFF));
        }
        return escaped.toString();
    }

    /** Text with its percent escapes decoded as UTF-8; a percent sign that starts no escape stands for itself. */
    static String unescaped(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        int at = 0;
        while (at < text.length()) {
            int value = text.charAt(at) == '%' ? hex(text, at + 1) : -1;
            if (value >= 0) {
                bytes.write(value);
                at += 3;
            } else {
                int next = text.offsetByCodePoints(at, 1);
                bytes.writeBytes(text.substring(at, next).getBytes(StandardCharsets.UTF_8));
                at = next;
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static int hex(String text, int at) {
        if (at + 2 > text.length()) {
            return -1;
        }
        int high = Character.digit(text.charAt(at), 16);
        int low = Character.digit(text.charAt(at + 1), 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }
}
