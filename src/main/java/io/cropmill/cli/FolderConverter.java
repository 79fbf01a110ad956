package io.cropmill.cli;

import io.cropmill.storage.Location;
import java.io.IOException;
import java.net.URI;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A folder as an absolute URI without a trailing slash, from such a URI or from a path on this machine. */
final class FolderConverter implements ITypeConverter<URI> {
    @Override
    public URI convert(String text) {
        if (text.isBlank()) {
            throw new TypeConversionException("a folder must have a name");
        }
        try {
            return Location.of(text).uri();
        } catch (IOException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
