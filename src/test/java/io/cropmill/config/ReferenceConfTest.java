package io.cropmill.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every key with its default, once more, so that none changes by accident. */
class ReferenceConfTest {
    private static final String DEFAULTS = """
            source.format = auto
            source.count-field = "point_count"
            source.point-fields = []
            source.fingerprint = stat
            source.skip-fields = []
            source.counts = file
            source.recording-field = "recording"
            source.order-field = ""
            source.partitions = name
            source.seed = null
            cap = 4096
            seed = 0
            points.layout = structured
            rasters.default.channels = ["density", "max(height)", "mean(intensity)"]
            rasters.default.height = 48
            rasters.default.width = 48
            rasters.default.x = [-6.0, 6.0]
            rasters.default.y = [-6.0, 6.0]
            rasters.default.x-field = "xy"
            rasters.default.y-field = "xy.1"
            rasters.default.height-field = "height"
            rasters.default.dtype = float32
            rasters.default.shift = 0.0
            rasters.default.class = null
            on-bad-recording = fail
            max-bad-recordings = 10
            max-vanished = 0.1
            validate.sample = 1.0
            validate.padding = any
            keep = 3
            lock.stale-after = 300000 ms
            batch-bytes = 1048576
            split-bytes = 134217728
            """;

    @Test
    void listsEveryDefault() {
        assertThat(SettingsLoader.defaults().render()).isEqualTo(DEFAULTS);
    }

    @Test
    void holdsTheKeysThatAreReadAndNoOthers() {
        Map<String, String> read = SettingsLoader.defaults().asMap();
        Set<String> written =
                new TreeSet<>(leaves("", SettingsLoader.reference().root()).toList());

        assertThat(written).isEqualTo(new TreeSet<>(read.keySet()));
    }

    private static Stream<String> leaves(String prefix, Map<String, ConfigValue> values) {
        return values.entrySet().stream().flatMap(entry -> {
            String name = prefix + ConfigUtil.joinPath(entry.getKey());
            return entry.getValue() instanceof ConfigObject object ? leaves(name + ".", object) : Stream.of(name);
        });
    }

    @Test
    void saysInACommentWhatEachKeyIs() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("conf/reference.conf"));

        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).matches(" *[a-z-]+ = .*")) {
                assertThat(lines.get(i - 1).strip())
                        .as("line above " + lines.get(i))
                        .startsWith("#");
            }
        }
    }
}
