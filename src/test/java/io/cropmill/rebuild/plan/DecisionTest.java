package io.cropmill.rebuild.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DecisionTest {
    @Test
    void thePageOfFormatsListsEveryKey() throws IOException {
        String page = Files.readString(Path.of("jobs", "FORMATS.md"));
        assertThat(Arrays.stream(Decision.values()).map(Decision::key))
                .doesNotHaveDuplicates()
                .allMatch(key -> key.matches("[a-z_]+"))
                .allMatch(key -> page.contains("\n| `" + key + "` | "));
    }
}
