package io.cropmill.storage;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Opens locations, on the driver as on executors: local ones by {@code java.nio}, all others by Hadoop. */
public final class Storages {
    /** A colon alone may belong to a local name ({@code run:1/a}); a scheme is followed by a slash. */
    private static final Pattern WITH_SCHEME = Pattern.compile(
            "(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?://(?<authority>[^/]*))?(?<path>/.*|)", Pattern.DOTALL);

    private static final Set<String> WITH_ATOMIC_RENAME = Set.of("file", "hdfs", "viewfs");

    private Storages() {}

    /**
     * Opens what a user typed. Without a scheme it is a local path and every character stands for itself; a relative
     * one starts at the working directory. With a scheme it is a URI whose percent escapes are decoded; characters that
     * no URI may hold (spaces, {@code #}, letters of any script) stand for themselves.
     */
    public static Storage of(String location, Configuration configuration) throws IOException {
        Matcher matcher = WITH_SCHEME.matcher(location);
        if (location.isEmpty() || StoragePath.hasLoneSurrogate(location) || location.indexOf('\0') >= 0) {
            throw new IOException("[" + location + "] Cannot open: the location must be a path or a URI");
        }
        if (!matcher.matches() || !hasPath(matcher)) {
            return local(location, location);
        }
        String authority = Objects.requireNonNullElse(matcher.group("authority"), "");
        String path = LocalNames.unescaped(Objects.requireNonNullElse(matcher.group("path"), ""));
        return of(location, matcher.group("scheme").toLowerCase(Locale.ROOT), authority, path, configuration);
    }

    /** Opens a URI, as {@link Storage#root()} gives it; without a scheme its path is a local one. */
    public static Storage of(URI location, Configuration configuration) throws IOException {
        String path = LocalNames.unescaped(Objects.requireNonNullElse(location.getRawPath(), ""));
        if (location.isOpaque() || location.getRawQuery() != null || location.getRawFragment() != null) {
            throw new IOException("[" + location + "] Cannot open: Expected a URI of scheme, host and path alone; write"
                    + " \"?\" and \"#\" in names as %3F and %23");
        }
        if (location.getScheme() == null) {
            return local(path, path);
        }
        String authority = Objects.requireNonNullElse(location.getRawAuthority(), "");
        String scheme = location.getScheme().toLowerCase(Locale.ROOT);
        return of(location.toString(), scheme, authority, path, configuration);
    }

    /**
     * Why no dataset can be published to a location, by its scheme alone: nothing is opened, since Hadoop may not even
     * have the classes of an object store. Nothing if {@link #targetRefusal(Storage)} has to look.
     */
    public static Optional<String> targetRefusal(URI location) {
        String scheme = Objects.requireNonNullElse(location.getScheme(), "file").toLowerCase(Locale.ROOT);
        return schemeRefusal(location, location, scheme);
    }

    /**
     * Why no dataset can be published to a storage, or nothing: object stores copy where others rename, so that readers
     * could see a half-written version or two live ones.
     */
    public static Optional<String> targetRefusal(Storage storage) throws IOException {
        URI root = storage.root();
        Optional<String> refusal = schemeRefusal(root, root, root.getScheme());
        if (refusal.isPresent() || !root.getScheme().equals("viewfs")) {
            return refusal;
        }
        URI real = storage.realRoot();
        return schemeRefusal(root, real, real.getScheme());
    }

    private static Optional<String> schemeRefusal(URI named, URI meant, String scheme) {
        return WITH_ATOMIC_RENAME.contains(scheme)
                ? Optional.empty()
                : Optional.of("target must be on file:, hdfs: or viewfs: of hdfs:, where renames are atomic and no"
                        + " reader sees half a version, but was " + named
                        + (named.equals(meant) ? "" : ", which is " + meant));
    }

    private static boolean hasPath(Matcher matcher) {
        String path = Objects.requireNonNullElse(matcher.group("path"), "");
        return path.startsWith("/") || matcher.group("authority") != null;
    }

    private static Storage of(String named, String scheme, String authority, String path, Configuration configuration)
            throws IOException {
        if (scheme.equals("file")) {
            if (!authority.isEmpty() && !authority.equals("localhost")) {
                throw new IOException("[" + named + "] Cannot open: a file: URI must name no host, but names \""
                        + authority + "\"; write file:///" + authority + path);
            }
            return local(named, path);
        }
        URI start = URI.create(scheme + "://" + authority + "/");
        try {
            return new HadoopStorage(FileSystem.get(start, configuration), path, configuration);
        } catch (IOException e) {
            throw Failures.at(named, "open", e);
        }
    }

    private static Storage local(String named, String path) throws IOException {
        if (path.indexOf(StoragePath.REPLACEMENT) >= 0) {
            throw new IOException("[" + named + "] Cannot open: the name has bytes that are not UTF-8; start Java with"
                    + " LC_ALL=C.UTF-8, or rename it");
        }
        Path absolute = path.startsWith("/") ? LocalNames.absolute(path) : LocalNames.resolve(workingDirectory(), path);
        try {
            return new LocalStorage(withoutDots(absolute));
        } catch (IOException e) {
            throw Failures.at(named, "open", e);
        }
    }

    private static Path workingDirectory() {
        return FileSystems.getDefault().getPath("").toAbsolutePath();
    }

    /** Behind a link, {@code ..} is not the folder before it. */
    private static Path withoutDots(Path path) throws IOException {
        Path at = FileSystems.getDefault().getPath("/");
        for (Path part : path) {
            at = switch (part.toString()) {
                case "." -> at;
                case ".." -> LocalFiles.parent(LocalFiles.real(at));
                default -> at.resolve(part);
            };
        }
        return at;
    }
}
