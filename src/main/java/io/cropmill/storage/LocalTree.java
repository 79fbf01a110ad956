package io.cropmill.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What lies in local folders. */
final class LocalTree {
    private static final int MANY = 256;

    /** What is done with the entries of a folder. */
    enum Rule {
        /** Links are followed; one that leads back into a folder above it, and hidden names, are left out. */
        THROUGH_LINKS,
        /** A link is an error; hidden names are left out. */
        WITHOUT_LINKS,
        /** Links are listed as the files that they are, and so are hidden names. */
        EVERYTHING
    }

    private final List<FolderIdentity> above = new ArrayList<>();

    /** Several threads look. */
    private final Queue<Path> links = new ConcurrentLinkedQueue<>();

    private record FolderIdentity(long device, long inode) {}

    /** A file, or a folder, or something that is left out. */
    private record TreeEntry(
            Path path,
            String name,
            @Nullable FileEntry file,
            @Nullable LocalAttributes folder) {}

    private final Rule rule;
    private final Consumer<FileEntry> files;

    private LocalTree(Rule rule, Consumer<FileEntry> files) {
        this.rule = rule;
        this.files = files;
    }

    static List<FileEntry> walk(Path folder, String path, Rule rule) throws IOException {
        List<FileEntry> found = new ArrayList<>();
        visited(folder, path, rule, found::add);
        found.sort((a, b) -> StoragePath.UTF8_ORDER.compare(a.path(), b.path()));
        return found;
    }

    /** The links that a walk through them follows, in the order of their paths. */
    static List<Path> links(Path folder) throws IOException {
        return visited(folder, "", Rule.THROUGH_LINKS, file -> {}).links.stream()
                .sorted()
                .toList();
    }

    private static LocalTree visited(Path folder, String path, Rule rule, Consumer<FileEntry> files)
            throws IOException {
        LocalTree tree = new LocalTree(rule, files);
        Optional<LocalAttributes> attributes = LocalAttributes.of(folder);
        if (attributes.isPresent() && attributes.get().isFolder()) {
            tree.visitFolder(folder, path, attributes.get());
        }
        return tree;
    }

    static List<String> names(Path folder) throws IOException {
        List<String> names = new ArrayList<>();
        for (Path entry : entries(folder)) {
            names.add(LocalNames.name(entry));
        }
        return names;
    }

    private void visitFolder(Path path, String name, LocalAttributes attributes) throws IOException {
        FolderIdentity folder = new FolderIdentity(attributes.device(), attributes.inode());
        if (above.contains(folder)) {
            return;
        }
        above.add(folder);
        for (TreeEntry seen : looks(path, name)) {
            if (seen.file() != null) {
                files.accept(seen.file());
            } else if (seen.folder() != null) {
                visitFolder(seen.path(), seen.name(), seen.folder());
            }
        }
        above.remove(above.size() - 1);
    }

    /** A look at each of a folder's entries takes longest: at those of a large folder several threads look. */
    private List<TreeEntry> looks(Path folder, String name) throws IOException {
        List<Path> entries = entries(folder);
        Stream<Path> paths = entries.size() < MANY ? entries.stream() : entries.parallelStream();
        try {
            return paths.map(path -> look(path, name)).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private TreeEntry look(Path path, String folder) {
        String part = LocalNames.name(path);
        String name = StoragePath.join(folder, part);
        try {
            Optional<LocalAttributes> found = look(path, part, name);
            FileEntry file = found.filter(attributes -> attributes.isFile() || attributes.isLink())
                    .map(attributes -> attributes.entry(name))
                    .orElse(null);
            return new TreeEntry(
                    path, name, file, found.filter(LocalAttributes::isFolder).orElse(null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<LocalAttributes> look(Path path, String part, String name) throws IOException {
        if (rule != Rule.EVERYTHING && StoragePath.isHidden(part)) {
            return Optional.empty();
        }
        Optional<LocalAttributes> found = LocalAttributes.ofName(path);
        if (found.isEmpty() || !found.get().isLink()) {
            return found;
        }
        return switch (rule) {
            case THROUGH_LINKS -> {
                links.add(path);
                yield LocalAttributes.of(path);
            }
            case WITHOUT_LINKS -> throw LinkException.at(name);
            case EVERYTHING -> found;
        };
    }

    private static List<Path> entries(Path folder) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            stream.forEach(entries::add);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return entries;
    }
}
