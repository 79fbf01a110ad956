package io.cropmill.storage;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Rules for the relative, {@code /}-separated paths of a {@link Storage}: which are allowed, how they are ordered, which
 * are hidden.
 */
public final class StoragePath {
    /** What stands for bytes of a name that are not UTF-8. */
    public static final char REPLACEMENT = '\uFFFD';

    /** Order of the paths' UTF-8 bytes, unsigned, without encoding them. */
    public static final Comparator<String> UTF8_ORDER = StoragePath::compareUtf8;

    private static final int MAX_NAME_BYTES = 255;
    private static final String PRIVATE_END = ".tmp";
    private static final String JOINED_END = ".joined";
    private static final int TOKEN_CHARACTERS = 16;

    private StoragePath() {}

    /** Returns the path of a file or folder below the root, or refuses it. */
    public static String check(String path) {
        if (isPlain(path)) {
            return path;
        }
        if (path.indexOf('\0') >= 0) {
            throw refused(path, "without NUL characters");
        }
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                throw refused(path, "relative, without empty, \".\" or \"..\" parts");
            }
        }
        if (hasLoneSurrogate(path)) {
            throw refused(path, "writable as UTF-8");
        }
        return path;
    }

    /** True for most of the allowed paths, in one look: without dots at the start of a part, in characters of one unit. */
    private static boolean isPlain(String path) {
        char before = '/';
        for (int i = 0; i < path.length(); i++) {
            char unit = path.charAt(i);
            boolean odd = unit == '\0' || Character.isSurrogate(unit);
            if (odd || (before == '/' && (unit == '/' || unit == '.'))) {
                return false;
            }
            before = unit;
        }
        return before != '/';
    }

    /** As {@link #check}, with {@code ""} allowed for the root. */
    public static String checkFolder(String folder) {
        return folder.isEmpty() ? folder : check(folder);
    }

    /** The part after the last slash. */
    public static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** All before the last slash; {@code ""} for a file in the root. */
    public static String folder(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** A name in a folder, where {@code ""} is the root. */
    public static String join(String folder, String name) {
        return folder.isEmpty() ? name : folder + "/" + name;
    }

    /** True for a name that listings leave out. */
    public static boolean isHidden(String name) {
        return name.startsWith(".") || name.startsWith("_");
    }

    /** True for the name of a file that was being written and may be the leftover of a dead process. */
    public static boolean isPrivate(String name) {
        return name.startsWith(".") && name.endsWith(PRIVATE_END);
    }

    /** A hidden name that no other attempt uses: {@code .000000.npy.4f1c07d2a9e86b35.tmp}. */
    static String privateName(String name) {
        String token = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        String end = "." + token + PRIVATE_END;
        return "." + shortened(name, MAX_NAME_BYTES - 1 - (1 + TOKEN_CHARACTERS + PRIVATE_END.length())) + end;
    }

    /** A hidden name that all attempts to join a file's parts share: {@code .000000.npy.joined}. */
    static String joinedName(String name) {
        return "." + shortened(name, MAX_NAME_BYTES - 1 - JOINED_END.length()) + JOINED_END;
    }

    /** True for the name of a file whose parts were being joined. */
    public static boolean isJoined(String name) {
        return name.startsWith(".") && name.endsWith(JOINED_END);
    }

    /** True where a string holds half of a character, which no encoding can write. */
    public static boolean hasLoneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (Character.isSurrogate(unit)) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(unit, text.charAt(i + 1))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    /** Bytes of a text in UTF-8. */
    public static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Why a file system with names of up to 255 bytes, as all in use, cannot hold a path. */
    public static Optional<String> tooLongPart(String path) {
        for (int start = 0; start <= path.length(); ) {
            int slash = path.indexOf('/', start);
            int end = slash < 0 ? path.length() : slash;
            if (utf8Length(path.substring(start, end)) > MAX_NAME_BYTES) {
                return Optional.of(
                        "the part \"" + path.substring(start, end) + "\" is longer than " + MAX_NAME_BYTES + " bytes");
            }
            start = end + 1;
        }
        return Optional.empty();
    }

    private static String shortened(String name, int bytes) {
        String shortened = name;
        while (utf8Length(shortened) > bytes) {
            shortened = shortened.substring(0, shortened.offsetByCodePoints(shortened.length(), -1));
        }
        return shortened;
    }

    private static int compareUtf8(String left, String right) {
        int common = Math.min(left.length(), right.length());
        for (int i = 0; i < common; i++) {
            if (left.charAt(i) != right.charAt(i)) {
                return utf8Rank(left.charAt(i)) - utf8Rank(right.charAt(i));
            }
        }
        return left.length() - right.length();
    }

    /** Surrogates stand for characters above all of the basic plane, but their code units lie below U+E000. */
    private static int utf8Rank(char unit) {
        return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
    }

    private static IllegalArgumentException refused(String path, String rule) {
        return new IllegalArgumentException("Path must be " + rule + " but was \"" + path + "\"");
    }
}
