package io.cropmill.storage;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What lies in local folders; links are followed, and one that leads back into a folder above it is left out. */
final class LocalTree {
    private final List<FileEntry> found = new ArrayList<>();
    private final List<Folder> above = new ArrayList<>();

    private record Folder(long device, long inode) {}

    private final Predicate<String> leftOut;

    private LocalTree(Predicate<String> leftOut) {
        this.leftOut = leftOut;
    }

    static List<FileEntry> walk(Path folder, String path, Predicate<String> leftOut) throws IOException {
        LocalTree tree = new LocalTree(leftOut);
        Optional<LocalAttributes> attributes = LocalAttributes.of(folder);
        if (attributes.isPresent() && attributes.get().isFolder()) {
            tree.visitFolder(folder, path, attributes.get());
        }
        tree.found.sort((a, b) -> StoragePath.UTF8_ORDER.compare(a.path(), b.path()));
        return tree.found;
    }

    static List<String> names(Path folder) throws IOException {
        List<String> names = new ArrayList<>();
        for (Path entry : entries(folder)) {
            names.add(LocalNames.name(entry));
        }
        return names;
    }

    private void visitFolder(Path path, String name, LocalAttributes attributes) throws IOException {
        Folder folder = new Folder(attributes.device(), attributes.inode());
        if (above.contains(folder)) {
            return;
        }
        above.add(folder);
        for (Path entry : entries(path)) {
            String part = LocalNames.name(entry);
            if (!leftOut.test(part)) {
                visit(entry, StoragePath.join(name, part));
            }
        }
        above.remove(above.size() - 1);
    }

    private void visit(Path path, String name) throws IOException {
        Optional<LocalAttributes> attributes = LocalAttributes.of(path);
        if (attributes.isPresent() && attributes.get().isFile()) {
            found.add(attributes.get().entry(name));
        } else if (attributes.isPresent() && attributes.get().isFolder()) {
            visitFolder(path, name, attributes.get());
        }
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
