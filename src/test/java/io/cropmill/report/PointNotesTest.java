package io.cropmill.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.raster.GridCounts;
import io.cropmill.report.NightlyResult.RasterPoints;
import java.util.List;
import org.junit.jupiter.api.Test;

class PointNotesTest {
    @Test
    void saysWhyPointsReachNoCell() {
        assertThat(PointNotes.unreached("default", new GridCounts(10_000, 1_000, 8, 6, 2)))
                .isEqualTo(
                        "1,004 of 10,000 points (10.0 %) reach no cell of raster default: 1,000 outside x, 8 outside y"
                                + " (6 outside both), 2 not finite");
        assertThat(PointNotes.unreached("shifted", new GridCounts(1, 0, 0, 0, 1)))
                .isEqualTo("1 of 1 point (100.0 %) reaches no cell of raster shifted: 1 not finite");
        assertThat(PointNotes.reasons(new GridCounts(3, 0, 2, 0, 0))).isEqualTo("2 outside y");
    }

    @Test
    void saysWhatIsOddInTheirOrder() {
        assertThat(PointNotes.of(
                        List.of(new RasterPoints("default", new GridCounts(9, 4, 0, 0, 0), List.of("a", "b"))),
                        3,
                        9,
                        1L))
                .containsExactly(
                        "4 of 9 points (44.4 %) reach no cell of raster default: 4 outside x",
                        "no point of 2 recordings reaches raster default: a, b",
                        "1 of 3 crops (33.3 %) fills its row to the last slot: it was probably cut before");
        assertThat(PointNotes.of(List.of(), 40, 0, null))
                .containsExactly("None of 40 crops has a point: every count in the source is 0");
        assertThat(PointNotes.of(List.of(), 1, 0, 0L))
                .containsExactly("The only crop has no point: its count in the source is 0");
        assertThat(PointNotes.of(List.of(), 0, 0, null)).isEmpty();
    }

    @Test
    void saysThatFullRowsWereProbablyCut() {
        assertThat(PointNotes.full(28, 40))
                .isEqualTo("28 of 40 crops (70.0 %) fill their rows to the last slot: they were probably cut before");
        assertThat(PointNotes.full(1, 1))
                .isEqualTo("1 of 1 crop (100.0 %) fills its row to the last slot: it was probably cut before");
    }
}
