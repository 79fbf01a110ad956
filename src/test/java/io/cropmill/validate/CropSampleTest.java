package io.cropmill.validate;

import static io.cropmill.validate.Pairs.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.plain.PlainRandom;
import io.cropmill.raster.RasterSpec.GridType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CropSampleTest {
    private static final ValidationSettings ALL = Pairs.settings(Pairs.raster("default", GridType.FLOAT32));
    private static final ValidationSettings HALF =
            new ValidationSettings(ALL.fields(), ALL.recipe(), 0.5, ALL.padding(), null);

    @TempDir
    Path folder;

    @Test
    void isSettledByRecordingAndRow() {
        long key = PlainRandom.key("kitti/000000");

        assertThat(IntStream.range(0, 20)
                        .filter(row -> SplitValidator.sampleDraw(key, row) < 0.3)
                        .boxed()
                        .toList())
                .isEqualTo(List.of(4, 5, 6, 7, 14));
        assertThat(IntStream.range(0, 10_000)
                        .filter(row -> SplitValidator.sampleDraw(key, row) < 0.1)
                        .count())
                .isBetween(900L, 1100L);
    }

    @Test
    void comparesTheSameCropsHoweverTheyAreSplit() throws IOException {
        Pairs pairs = Pairs.three(folder, ALL);
        List<Integer> chosen = IntStream.range(0, Pairs.COUNTS.length)
                .filter(row -> SplitValidator.sampleDraw(PlainRandom.key("c"), row) < 0.5)
                .boxed()
                .toList();
        assertThat(chosen).isNotEmpty().hasSizeLessThan(Pairs.COUNTS.length);
        for (int row = 0; row < Pairs.COUNTS.length; row++) {
            int at = Pairs.dataOffset(pairs.read("v000001/c.raster.npy")) + row * 192 + 5;
            pairs.flip("v000001/c.raster.npy", at, 3);
        }

        for (int splits = 1; splits < 4; splits++) {
            ValidationReport report = pairs.validate(HALF, splits);
            assertThat(report.findings())
                    .extracting(finding -> (int) finding.subject().row())
                    .isEqualTo(chosen);
            assertThat(report.recordings().get(2).sums().compared()).isEqualTo(chosen.size());
            assertThat(report.totals().sums().crops()).isEqualTo(21);
            assertThat(report.totals().sums().sourcePoints()).isEqualTo(3 * (5 + 12 + 8 + 9 + 3 + 7));
        }
    }

    @Test
    void looksAtOffsetsAndLengthsOfAllCrops() throws IOException {
        Pairs pairs = Pairs.three(folder, ALL);
        for (int row = 0; row < Pairs.COUNTS.length; row++) {
            int at = Pairs.dataOffset(pairs.read("v000001/c.npy")) + row * 52 + 12;
            pairs.flip("v000001/c.npy", at, 4);
        }

        assertThat(messages(pairs.validate(HALF, 2)))
                .filteredOn(message -> message.contains("source_point_count"))
                .hasSize(Pairs.COUNTS.length);
    }
}
