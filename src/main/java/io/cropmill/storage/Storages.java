package io.cropmill.storage;

import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** Opens locations, on the driver as on executors: local ones by {@code java.nio}, all others by Hadoop. */
public final class Storages {
    private static final Set<String> WITH_ATOMIC_RENAME = Set.of("file", "hdfs", "viewfs");

    /** Hadoop's own local file system follows symbolic links and leaves files of checksums. */
    private static final Set<String> BEHIND_VIEWFS = Set.of("hdfs", "viewfs");

    private Storages() {}

    /**
     * Opens what a user typed, read as {@link Location#of(String)} says. Nothing below the folder is reached through a
     * symbolic link.
     */
    public static Storage of(String location, Configuration configuration) throws IOException {
        return of(Location.of(location), Links.REFUSED, configuration);
    }

    /**
     * Opens a URI, as {@link Storage#root()} gives it; without a scheme its path is a local one. Nothing below the folder is
     * reached through a symbolic link.
     */
    public static Storage of(URI location, Configuration configuration) throws IOException {
        return of(Location.of(location), Links.REFUSED, configuration);
    }

    /** As {@link #of(URI, Configuration)}, for a source: what is read may lie behind symbolic links. */
    public static Storage source(URI location, Configuration configuration) throws IOException {
        return source(Location.of(location), configuration);
    }

    /** As {@link #of(String, Configuration)}, for a source: what is read may lie behind symbolic links. */
    public static Storage source(Location location, Configuration configuration) throws IOException {
        return of(location, Links.FOLLOWED, configuration);
    }

    private static Storage of(Location location, Links links, Configuration configuration) throws IOException {
        if (location.isLocal()) {
            return location.local(links);
        }
        String scheme = location.scheme();
        try {
            URI start = URI.create(scheme + "://" + location.authority() + "/");
            return new HadoopStorage(FileSystem.get(start, configuration), location.path(), configuration);
        } catch (UnsupportedFileSystemException e) {
            throw new LocationException(
                    location.text(),
                    "there is no file system for \"" + scheme
                            + ":\"; put its jar on the class path with --jars, or check" + " the spelling",
                    e);
        } catch (IOException e) {
            throw Failures.at(location.text(), "open", e);
        } catch (RuntimeException e) {
            // Hadoop tells unknown hosts and classes that are not there so.
            throw new LocationException(location.text(), reason(e), e);
        }
    }

    private static String reason(RuntimeException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof UnknownHostException
                ? "there is no host, and no service in Hadoop's settings, called " + cause.getMessage()
                : cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }

    /** Whether the files of a root lie on the machine that opens them. */
    public static boolean isLocal(URI root) {
        return "file".equals(root.getScheme());
    }

    /**
     * Whether one folder is another, or lies in it, by whatever spelling, link or mount: the real roots say so, or, of local
     * folders, the disks that they are on.
     */
    public static boolean isWithin(Storage inner, Storage outer) throws IOException {
        URI in = inner.realRoot();
        URI out = outer.realRoot();
        if (!Objects.equals(in.getScheme(), out.getScheme())
                || !Objects.requireNonNullElse(in.getAuthority(), "")
                        .equals(Objects.requireNonNullElse(out.getAuthority(), ""))) {
            return false;
        }
        String folder = out.getPath().endsWith("/") ? out.getPath() : out.getPath() + "/";
        if ((in.getPath() + "/").startsWith(folder)) {
            return true;
        }
        return isLocal(in) && LocalNesting.isWithin(Path.of(in), Path.of(out));
    }

    /**
     * Why no dataset can be published to a location, by its scheme alone: nothing is opened, since Hadoop may not even
     * have the classes of an object store. Nothing if {@link #targetRefusal(Storage)} has to look.
     */
    public static Optional<String> targetRefusal(URI location) {
        String scheme = Objects.requireNonNullElse(location.getScheme(), "file").toLowerCase(Locale.ROOT);
        return schemeRefusal(location, location, WITH_ATOMIC_RENAME.contains(scheme));
    }

    /**
     * Why no dataset can be published to a storage, or nothing: object stores copy where others rename, so that readers
     * could see a half-written version or two live ones.
     */
    public static Optional<String> targetRefusal(Storage storage) throws IOException {
        URI root = storage.root();
        Optional<String> refusal = schemeRefusal(root, root, WITH_ATOMIC_RENAME.contains(root.getScheme()));
        if (refusal.isPresent() || !root.getScheme().equals("viewfs")) {
            return refusal;
        }
        URI real = storage.realRoot();
        return schemeRefusal(root, real, BEHIND_VIEWFS.contains(real.getScheme()));
    }

    private static Optional<String> schemeRefusal(URI named, URI meant, boolean renames) {
        return renames
                ? Optional.empty()
                : Optional.of("target must be on file:, hdfs: or viewfs: of hdfs:, where renames are atomic and no"
                        + " reader sees half a version, but was " + named
                        + (named.equals(meant) ? "" : ", which is " + meant));
    }
}
