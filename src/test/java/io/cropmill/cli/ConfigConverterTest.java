package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class ConfigConverterTest {
    private final ConfigConverter converter = new ConfigConverter();

    @Test
    void takesAPath() {
        assertThat(converter.convert("conf/nightly.conf")).isEqualTo(Path.of("conf/nightly.conf"));
        assertThat(converter.convert("inline:folder/file:x")).isEqualTo(Path.of("inline:folder/file:x"));
    }

    @Test
    void makesAFileOfWhatWasSent() throws Exception {
        Path file = converter.convert("inline:my.conf:Y2FwID0gOQo=");

        assertThat(file).hasFileName("my.conf").hasContent("cap = 9\n");
        assertThat(Files.size(file)).isEqualTo(8);
    }

    @Test
    void refusesWhatIsNoBase64() {
        assertThatThrownBy(() -> converter.convert("inline:my.conf:Y"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("Expected Base64 after inline:my.conf:");
    }
}
