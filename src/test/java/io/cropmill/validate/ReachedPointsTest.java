package io.cropmill.validate;

import static io.cropmill.validate.Pairs.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.raster.GridCounts;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.raster.ValueSpan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both sides count which points reach a cell, and must come to the same. */
class ReachedPointsTest {
    private static final GridCounts COUNTED = new GridCounts(39, 1, 1, 0, 0);

    @TempDir
    Path folder;

    private final ValidationSettings settings = Pairs.settings(Pairs.raster("default", GridType.FLOAT32));

    @Test
    void countsTheKeptPointsOfAllSplits() throws IOException {
        ValidationReport report = pairs().validate(settings, 3);

        assertThat(report.rasters().get(0).reached()).isEqualTo(COUNTED);
        assertThat(report.totals().slots().fullCrops()).isEqualTo(1);
        assertThat(messages(report)).isEmpty();
    }

    @Test
    void acceptsARebuildThatCountedTheSame() throws IOException {
        assertThat(messages(pairs().validate(settings, 2, counted(1, 1)))).isEmpty();
    }

    @Test
    void refusesARebuildThatCountedOtherwise() throws IOException {
        ValidationReport report = pairs().validate(settings, 2, counted(0, 1));

        assertThat(messages(report))
                .containsExactly(
                        "[a.npy] Expected 39 points, 1 outside x, 1 outside y, 0 outside both, 0 not finite for"
                                + " raster default, as the source has them, but found 39 points, 0 outside x, 1 outside y,"
                                + " 0 outside both, 0 not finite");
        assertThat(report.equal()).isFalse();
    }

    private static Map<String, Map<String, RasterReach>> counted(long outsideX, long outsideY) {
        RasterReach reach =
                new RasterReach(new GridCounts(39, outsideX, outsideY, 0, 0), ValueSpan.NONE, ValueSpan.NONE);
        return Map.of("a", Map.of("default", reach));
    }

    private Pairs pairs() throws IOException {
        Pairs pairs = new Pairs(folder);
        pairs.writeSource("a", 1, Pairs.COUNTS);
        pairs.build(settings, "v000001");
        return pairs;
    }
}
