package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void refusesWhatIsNoFolder() {
        assertThatThrownBy(() -> converter.convert(" ")).hasMessage("a folder must have a name");
        assertThatThrownBy(() -> converter.convert("hdfs://a/b c"))
                .hasMessage("\"hdfs://a/b c\" is no URI: Illegal character in path; write a space as %20, or give a"
                        + " path");
        assertThatThrownBy(() -> converter.convert("hdfs://a/b?c"))
                .hasMessage("a folder's URI must have no ? and no #; write %3F and %23 where a name has them:"
                        + " hdfs://a/b?c");
        assertThatThrownBy(() -> converter.convert("file://host/b"))
                .hasMessage("\"file://host/b\" is no folder of this machine: URI has an authority component");
    }
}
