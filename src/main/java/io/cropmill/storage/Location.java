package io.cropmill.storage;

import io.cropmill.text.PercentEscapes;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder, or a file in one, as somebody named it, taken apart. Knows nothing of Hadoop, so that a command line can be
 * read without it.
 *
 * @param text as it was written, for messages
 * @param scheme lower case; {@code file} for a path on this machine
 * @param authority host and port; empty for none
 * @param path decoded
 */
public record Location(String text, String scheme, String authority, String path) {
    private static final String LOCAL = "file";

    /** A colon alone may belong to a local name ({@code run:1/a}); a scheme is followed by a slash. */
    private static final Pattern WITH_SCHEME = Pattern.compile(
            "(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?://(?<authority>[^/]*))?(?<path>/.*|)", Pattern.DOTALL);

    /** A name that is not meant as a local one: {@code hdfs:data/x}. */
    private static final Pattern RELATIVE = Pattern.compile(
            "(?<scheme>(?i:file|hdfs|viewfs|webhdfs|swebhdfs|o3fs|ofs|s3[an]?|abfss?|wasbs?|gs|oss|cosn?|https?|s?ftp))"
                    + ":(?!/).*",
            Pattern.DOTALL);

    /**
     * Reads what a user typed. Without a scheme it is a local path and every character stands for itself; a relative one
     * starts at the working directory. With a scheme it is a URI whose percent escapes are decoded; characters that no URI
     * may hold (spaces, {@code #}, letters of any script) stand for themselves.
     */
    public static Location of(String text) throws LocationException {
        if (text.isBlank() || StoragePath.hasLoneSurrogate(text) || text.indexOf('\0') >= 0) {
            throw new LocationException(text, "the location must be a path or a URI", null);
        }
        Matcher relative = RELATIVE.matcher(text);
        if (relative.matches()) {
            throw new LocationException(
                    text,
                    "a URI must have an absolute path; write " + relative.group("scheme") + ":///..., or ./" + text
                            + " for a folder of that name",
                    null);
        }
        Matcher uri = WITH_SCHEME.matcher(text);
        if (!uri.matches()
                || (uri.group("authority") == null && !uri.group("path").startsWith("/"))) {
            return new Location(text, LOCAL, "", text);
        }
        return new Location(
                text,
                uri.group("scheme").toLowerCase(Locale.ROOT),
                Objects.requireNonNullElse(uri.group("authority"), ""),
                PercentEscapes.decode(uri.group("path")));
    }

    /** The last name of the path, of a folder or of a file; empty for a root. */
    public String name() {
        return StoragePath.name(withoutEnd());
    }

    /** The folder that {@link #name} lies in; of a relative name alone, the working directory. */
    public Location folder() {
        String bare = withoutEnd();
        int slash = bare.lastIndexOf('/');
        return new Location(text, scheme, authority, slash < 0 ? "." : bare.substring(0, slash + 1));
    }

    private String withoutEnd() {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /** Reads a URI, as {@link Storage#root()} gives it; without a scheme its path is a local one. */
    static Location of(URI uri) throws LocationException {
        if (uri.isOpaque() || uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new LocationException(
                    uri.toString(),
                    "Expected a URI of scheme, host and path alone; write \"?\" and \"#\" in names as %3F and %23",
                    null);
        }
        String path = PercentEscapes.decode(Objects.requireNonNullElse(uri.getRawPath(), ""));
        return uri.getScheme() == null
                ? new Location(path, LOCAL, "", path)
                : new Location(
                        uri.toString(),
                        uri.getScheme().toLowerCase(Locale.ROOT),
                        Objects.requireNonNullElse(uri.getRawAuthority(), ""),
                        path);
    }

    /**
     * The folder as an absolute URI without a trailing slash. Of local paths, links are followed where {@code ..} stands
     * behind one; nothing is opened.
     */
    public URI uri() throws IOException {
        if (isLocal()) {
            return local(Links.REFUSED).root();
        }
        try {
            return new URI(scheme, authority, withoutEnd(), null, null).normalize();
        } catch (URISyntaxException e) {
            throw new LocationException(text, "it is no URI: " + e.getReason(), e);
        }
    }

    boolean isLocal() {
        return scheme.equals(LOCAL);
    }

    Storage local(Links links) throws IOException {
        if (!authority.isEmpty() && !authority.equals("localhost")) {
            throw new LocationException(
                    text,
                    "a file: URI must name no host, but names \"" + authority + "\"; write file:///" + authority + path,
                    null);
        }
        if (path.indexOf(StoragePath.REPLACEMENT) >= 0) {
            throw new LocationException(
                    text, "the name has bytes that are not UTF-8; start Java with LC_ALL=C.UTF-8, or rename it", null);
        }
        Path absolute = path.startsWith("/") ? LocalNames.absolute(path) : LocalNames.resolve(workingDirectory(), path);
        try {
            return new LocalStorage(withoutDots(absolute), links);
        } catch (IOException e) {
            throw Failures.at(text, "open", e);
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
