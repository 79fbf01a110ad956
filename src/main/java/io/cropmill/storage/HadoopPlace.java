package io.cropmill.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.viewfs.ViewFileSystem;

/**
 * Where a path really is, mounts and links resolved.
 *
 * @param owner the file system that holds it
 * @param existing the path, or the nearest folder above it that exists
 * @param rest what of the path does not exist yet, without a leading slash
 */
record HadoopPlace(FileSystem owner, Path existing, String rest) {
    static HadoopPlace of(FileSystem fileSystem, Path path, Configuration configuration) throws IOException {
        Optional<Path> mounted = mounted(fileSystem, path);
        if (mounted.isPresent()) {
            return of(mounted.get().getFileSystem(configuration), mounted.get(), configuration);
        }
        Path existing = existing(fileSystem, path);
        String rest =
                path.toUri().getPath().substring(existing.toUri().getPath().length());
        Path real = fileSystem.resolvePath(existing);
        return new HadoopPlace(real.getFileSystem(configuration), real, rest.replaceFirst("^/", ""));
    }

    /** The whole path, with its host as the service is known to clients whichever way they spell it. */
    URI uri() {
        String service = service()
                .orElseGet(() -> Objects.requireNonNullElse(owner.getUri().getAuthority(), ""));
        String folder = existing.toUri().getPath();
        String whole = rest.isEmpty() ? folder : folder + (folder.endsWith("/") ? "" : "/") + rest;
        return new Path(existing.toUri().getScheme(), service, whole).toUri();
    }

    private Optional<String> service() {
        try {
            return Optional.ofNullable(owner.getCanonicalServiceName());
        } catch (IllegalArgumentException e) {
            // Hadoop's way to say that it knows no such host. Reading from it reports so.
            return Optional.empty();
        }
    }

    /** Behind a mount point, also one whose target does not exist yet, which {@code resolvePath} would not follow. */
    private static Optional<Path> mounted(FileSystem fileSystem, Path path) throws IOException {
        if (!(fileSystem instanceof ViewFileSystem view)) {
            return Optional.empty();
        }
        String name = path.toUri().getPath();
        Path found = null;
        int longest = -1;
        for (ViewFileSystem.MountPoint mount : view.getMountPoints()) {
            String source = mount.getMountedOnPath().toUri().getPath();
            URI[] targets = mount.getTargetFileSystemURIs();
            boolean above = name.equals(source) || name.startsWith(source.endsWith("/") ? source : source + "/");
            if (above && source.length() > longest && targets.length == 1) {
                Path target = new Path(targets[0]);
                String rest = name.substring(source.length()).replaceFirst("^/", "");
                found = rest.isEmpty() ? target : new Path(target, new Path(null, null, rest));
                longest = source.length();
            }
        }
        return Optional.ofNullable(found);
    }

    private static Path existing(FileSystem fileSystem, Path path) throws IOException {
        Path at = path;
        while (true) {
            Path parent = at.getParent();
            if (parent == null || exists(fileSystem, at)) {
                return at;
            }
            at = parent;
        }
    }

    private static boolean exists(FileSystem fileSystem, Path path) throws IOException {
        try {
            fileSystem.getFileStatus(path);
            return true;
        } catch (FileNotFoundException e) {
            return false;
        }
    }
}
