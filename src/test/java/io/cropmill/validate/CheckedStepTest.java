package io.cropmill.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report names a checker only for what was checked. */
class CheckedStepTest {
    private static final List<String> ALWAYS = List.of(
            "listing", "reader", "byte order", "counts", "grids default", "offsets", "metadata", "header", "checksums");

    @TempDir
    Path folder;

    @Test
    void leavesOutDrawKeyShiftAndFloat16WhereNothingNeedsThem() throws IOException {
        assertThat(steps(report(Pairs.settings(Pairs.CAPACITY, plain()))))
                .containsExactlyElementsOf(ALWAYS)
                .allMatch(step -> !step.isEmpty());
    }

    @Test
    void namesTheDrawAndTheKeyWhereACropWasOverTheCap() throws IOException {
        assertThat(steps(report(Pairs.settings(plain()))))
                .containsSubsequence("counts", "draw", "key", "grids default")
                .doesNotContain("shift", "float16");
    }

    @Test
    void namesShiftAndFloat16OfARasterThatHasThem() throws IOException {
        RasterSpec plain = plain();
        RasterSpec shifted = new RasterSpec(
                "shifted",
                plain.channels(),
                plain.grid(),
                plain.coordinates(),
                GridType.FLOAT16,
                0.5,
                plain.userClass());

        assertThat(steps(report(Pairs.settings(Pairs.CAPACITY, plain, shifted))))
                .containsSubsequence("counts", "key", "grids default", "grids shifted", "shift", "float16", "offsets")
                .doesNotContain("draw");
    }

    @Test
    void callsNothingIndependentThatWasComparedWithNothing() throws IOException {
        ValidationSettings all = Pairs.settings(plain());
        ValidationSettings none = new ValidationSettings(all.fields(), all.recipe(), 1e-12, all.padding(), null);

        ValidationReport report = report(none);

        assertThat(report.totals().sums().compared()).isZero();
        assertThat(report.checkedBy())
                .filteredOn(step -> List.of("reader", "byte order", "grids default", "metadata")
                        .contains(step.step()))
                .hasSize(4)
                .allSatisfy(step -> {
                    assertThat(step.checker()).isEqualTo("none");
                    assertThat(step.independent()).isFalse();
                    assertThat(step.what()).isEqualTo("no crop was compared");
                });
        assertThat(steps(report)).doesNotContain("draw", "key");
    }

    private static RasterSpec plain() {
        return Pairs.raster("default", GridType.FLOAT32);
    }

    private ValidationReport report(ValidationSettings settings) throws IOException {
        Pairs pairs = new Pairs(folder);
        pairs.writeSource("a", 1, Pairs.COUNTS);
        pairs.build(settings, "v000001");
        return pairs.validate(settings, 2);
    }

    private static List<String> steps(ValidationReport report) {
        return report.checkedBy().stream().map(CheckedStep::step).toList();
    }
}
