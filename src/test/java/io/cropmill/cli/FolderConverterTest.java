package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FolderConverterTest {
    private final FolderConverter converter = new FolderConverter();

    @ParameterizedTest
    @CsvSource({
        "hdfs://name:8020/a/b/, hdfs://name:8020/a/b",
        "hdfs://name/a/../b, hdfs://name/b",
        "hdfs:///, hdfs:///",
        "s3a://bucket, s3a://bucket",
        "/a b/ü:x, file:///a%20b/%C3%BC:x",
        "file:/a/./b/, file:///a/b",
        "FILE:///a, file:///a",
        "/, file:///",
    })
    void givesAbsoluteUris(String text, String uri) {
        assertThat(converter.convert(text)).hasToString(uri);
    }

    @Test
    void resolvesPathsAgainstTheWorkingFolder() {
        assertThat(converter.convert("some/x:y"))
                .isEqualTo(Path.of("some/x:y").toAbsolutePath().toUri());
    }

    @Test
    void leavesNoSlashBehindAFolderThatExists(@TempDir Path folder) {
        assertThat(converter.convert(folder + "/").toString()).isEqualTo("file://" + folder);
    }

    @Test
    void takesCharactersOfUrisThatNobodyEscaped() {
        assertThat(converter.convert("hdfs://a/b c?d#e")).hasToString("hdfs://a/b%20c%3Fd%23e");
    }

    /** Where a link leads elsewhere, {@code ..} behind it is not the folder that the link lies in. */
    @Test
    void followsLinksBeforeItGoesUp(@TempDir Path folder) throws IOException {
        Path real = folder.toRealPath();
        Files.createDirectories(real.resolve("other/deep"));
        Files.createSymbolicLink(real.resolve("link"), real.resolve("other/deep"));
        assertThat(converter.convert(real + "/link/../x")).hasToString("file://" + real + "/other/x");
        assertThat(converter.convert("file:" + real + "/link/../x")).hasToString("file://" + real + "/other/x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:rel", "hdfs:rel/x", "HDFS:rel", "viewfs:a", "s3a:bucket/x", "file:", "hdfs:../x"})
    void refusesUrisWithoutAnAbsolutePath(String text) {
        String scheme = text.substring(0, text.indexOf(':'));
        assertThatThrownBy(() -> converter.convert(text))
                .hasMessage("[" + text + "] Cannot open: a URI must have an absolute path; write " + scheme
                        + ":///..., or ./" + text + " for a folder of that name");
    }

    @Test
    void refusesWhatIsNoFolder() {
        assertThatThrownBy(() -> converter.convert(" ")).hasMessage("a folder must have a name");
        assertThatThrownBy(() -> converter.convert("file://host/b"))
                .hasMessage("[file://host/b] Cannot open: a file: URI must name no host, but names \"host\"; write"
                        + " file:///host/b");
    }
}
