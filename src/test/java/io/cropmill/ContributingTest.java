package io.cropmill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What CONTRIBUTING names is there. */
class ContributingTest {
    /** A class in a room, {@code raster/Channel}, or a test. */
    private static final Pattern CLASS = Pattern.compile("`((?:[a-z]+/)+)?([A-Z]\\w*[a-z]\\w*)(?:\\.\\w+)?`");

    @Test
    void itsListsNameClassesOfTheRooms() throws IOException {
        List<String> files;
        try (Stream<Path> paths = Files.walk(Path.of("src"))) {
            files = paths.map(Path::toString).toList();
        }
        List<String[]> named = CLASS.matcher(Files.readString(Path.of("CONTRIBUTING.md")))
                .results()
                .filter(match -> match.group(1) != null || match.group(2).endsWith("Test"))
                .map(match -> new String[] {match.group(1) == null ? "" : match.group(1), match.group(2)})
                .toList();
        assertThat(named)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(files)
                        .anyMatch(file -> file.endsWith(
                                (name[0].isEmpty() ? "/" : "io/cropmill/" + name[0]) + name[1] + ".java")));
    }
}
