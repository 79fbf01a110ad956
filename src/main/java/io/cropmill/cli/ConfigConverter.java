package io.cropmill.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A settings file by its path; or {@code inline:NAME:BASE64}, as {@code jobs/cropmill} sends the content of one to a
 * driver elsewhere, which becomes a file of this machine.
 */
final class ConfigConverter implements ITypeConverter<Path> {
    private static final Pattern INLINE =
            Pattern.compile("inline:(?<name>[^/:]+):(?<content>[A-Za-z0-9+/=]*)", Pattern.DOTALL);

    @Override
    public Path convert(String text) {
        Matcher inline = INLINE.matcher(text);
        try {
            return inline.matches() ? written(inline.group("name"), inline.group("content")) : Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("\"" + text + "\" is no path: " + e.getReason());
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("Expected Base64 after inline:" + inline.group("name") + ":");
        }
    }

    private static Path written(String name, String content) {
        byte[] bytes = Base64.getDecoder().decode(content);
        try {
            Path folder = Files.createTempDirectory("cropmill");
            folder.toFile().deleteOnExit();
            Path file = Files.write(folder.resolve(name), bytes);
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
