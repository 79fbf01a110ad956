package io.cropmill.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether one local folder lies within another. Their paths do not tell where a folder is mounted in two places (a bind
 * mount, a volume of a container), and neither need exist yet.
 */
final class LocalNesting {
    private LocalNesting() {}

    /** By device and inode of the folders above, and by what of which disk is mounted where; paths without links. */
    static boolean isWithin(Path inner, Path outer) throws IOException {
        return inner.startsWith(outer)
                || hasAbove(inner, outer)
                || LocalMounts.here().isWithin(inner, outer);
    }

    /**
     * The first link that leads to a folder, into it, or to one above it: {@code the link file:///a leads to file:///b}.
     *
     * @param links of a tree that is read through them
     */
    static Optional<String> linkTo(Path folder, List<Path> links) throws IOException {
        Map<Path, Boolean> near = new HashMap<>();
        for (Path link : links) {
            Path real = LocalFiles.real(link);
            boolean isFolder = Files.isDirectory(real);
            Path place = isFolder ? real : LocalFiles.parent(real);
            Boolean known = near.get(place);
            if (known == null) {
                known = isWithin(place, folder) || (isFolder && isWithin(folder, place));
                near.put(place, known);
            }
            if (known) {
                return Optional.of(
                        "the link " + LocalNames.folderUri(link) + " leads to " + LocalNames.folderUri(real));
            }
        }
        return Optional.empty();
    }

    /** Whether a folder at or above the inner one is the outer one, or is to hold it, under whatever path. */
    private static boolean hasAbove(Path inner, Path outer) throws IOException {
        Path existing = LocalFiles.existing(outer);
        Path missing = existing.relativize(outer);
        Optional<LocalAttributes> wanted = LocalAttributes.of(existing);
        for (Path at = LocalFiles.existing(inner); wanted.isPresent(); at = LocalFiles.parent(at)) {
            Optional<LocalAttributes> found = LocalAttributes.of(at);
            boolean same = found.isPresent()
                    && found.get().device() == wanted.get().device()
                    && found.get().inode() == wanted.get().inode();
            if (same && (outer.equals(existing) || at.relativize(inner).startsWith(missing))) {
                return true;
            }
            if (at.equals(LocalFiles.parent(at))) {
                return false;
            }
        }
        return false;
    }
}
