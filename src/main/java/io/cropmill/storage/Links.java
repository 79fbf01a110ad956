package io.cropmill.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a local storage does with symbolic links below its root. The root itself and what lies above it may always be
 * reached through links. Only reading ever follows them: nothing is written, renamed, linked or deleted through one.
 */
enum Links {
    /** For sources, which are the user's to arrange. */
    FOLLOWED,
    /** For datasets, and all else that is written. */
    REFUSED;

    /** Refuses a path if it, or a folder that it lies in, is a link; {@code path} is relative, {@code ""} for the root. */
    static void requireNone(Path root, String path) throws IOException {
        for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
            requireNoLink(root, path.substring(0, end));
        }
        if (!path.isEmpty()) {
            requireNoLink(root, path);
        }
    }

    private static void requireNoLink(Path root, String path) throws LinkException {
        if (Files.isSymbolicLink(LocalNames.resolve(root, path))) {
            throw LinkException.at(path);
        }
    }
}
