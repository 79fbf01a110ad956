package io.cropmill.cli;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A folder as an absolute URI without a trailing slash, from such a URI or from a path on this machine. */
final class FolderConverter implements ITypeConverter<URI> {
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*", Pattern.DOTALL);

    @Override
    public URI convert(String text) {
        if (text.isBlank()) {
            throw new TypeConversionException("a folder must have a name");
        }
        return SCHEME.matcher(text).matches() ? uri(text) : path(text);
    }

    private static URI uri(String text) {
        try {
            URI uri = new URI(text).normalize();
            if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
                throw new TypeConversionException(
                        "a folder's URI must have no ? and no #; write %3F and %23 where a name has them: " + text);
            }
            return "file".equalsIgnoreCase(uri.getScheme()) ? file(uri, text) : withoutSlash(uri);
        } catch (URISyntaxException e) {
            throw new TypeConversionException(
                    "\"" + text + "\" is no URI: " + e.getReason() + "; write a space as %20, or give a path");
        }
    }

    /** Gives a local folder one spelling, file:///folder. */
    private static URI file(URI uri, String text) {
        try {
            return withoutSlash(Path.of(uri).toUri());
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("\"" + text + "\" is no folder of this machine: " + e.getMessage());
        }
    }

    private static URI path(String text) {
        try {
            return withoutSlash(Path.of(text).toAbsolutePath().normalize().toUri());
        } catch (InvalidPathException e) {
            throw new TypeConversionException("\"" + text + "\" is no path: " + e.getReason());
        }
    }

    private static URI withoutSlash(URI uri) {
        String text = uri.toString();
        String path = uri.getRawPath();
        return path.length() > 1 && path.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : uri;
    }
}
