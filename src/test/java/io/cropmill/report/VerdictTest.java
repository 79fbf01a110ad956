package io.cropmill.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.RasterChecked;
import io.cropmill.validate.ValidationReport.RasterForm;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final RasterChecked OWN =
            new RasterChecked(new RasterForm("mine", List.of("a"), 8, 8, "float32", 0), false, false, 0, null);

    @Test
    void saysThatAllIsEqual() {
        Verdict verdict = new Verdict(Reports.equal());

        assertThat(verdict.word()).isEqualTo("EQUAL");
        assertThat(verdict.sentence())
                .isEqualTo("35,220 of 35,220 crops of version v000007 were compared with the source:"
                        + " points and crop fields bit for bit, raster default against grids computed again from the"
                        + " source. No difference was found.");
        assertThat(verdict.caveat()).isEmpty();
    }

    @Test
    void countsFailuresAndWarningsAndNamesTheSample() {
        Verdict verdict = new Verdict(Reports.different());

        assertThat(verdict.word()).isEqualTo("DIFFERENT");
        assertThat(verdict.sentence())
                .isEqualTo("17,640 of 35,220 crops of version v000007 (a sample of 0.5) were compared with the source:"
                        + " points and crop fields bit for bit, raster default against grids computed again from"
                        + " the source. 3 failures were found. 1 warning needs a look.");
    }

    @Test
    void namesTheGridsOfTheUser() {
        assertThat(new Verdict(against(180)).sentence())
                .isEqualTo("180 of 180 crops of version v000007 were compared with the source: points and crop"
                        + " fields bit for bit, raster default against the grids in file:///mine/grids."
                        + " No difference was found.");
        assertThat(new Verdict(against(1)).sentence())
                .isEqualTo("180 of 180 crops of version v000007 were compared with the source: points and crop"
                        + " fields bit for bit, raster default of 1 crop against the grids in file:///mine/grids and of"
                        + " the others against grids computed again from the source. No difference was found.");
        assertThat(new Verdict(against(0)).sentence())
                .isEqualTo("180 of 180 crops of version v000007 were compared with the source: points and crop"
                        + " fields bit for bit, raster default against grids computed again from the source."
                        + " No difference was found.");
    }

    private static ValidationReport against(long userGrids) {
        RasterChecked raster = new RasterChecked(
                new RasterForm("default", List.of("a"), 8, 8, "float32", 0), true, true, userGrids, null);
        return Reports.empty()
                .recordings(1)
                .against("file:///mine/grids")
                .rasters(raster)
                .build();
    }

    @Test
    void warnsOfAClassThatMadeBothSides() {
        Reports reports = Reports.empty().recordings(1);

        assertThat(new Verdict(reports.rasters(Reports.DEFAULT_RASTER, OWN).build()).caveat())
                .isEqualTo("Not independent: raster mine was made by your own class on both sides,"
                        + " so a fault in that class would not show.");
        RasterChecked other =
                new RasterChecked(new RasterForm("other", List.of("a"), 8, 8, "float32", 0), false, false, 0, null);
        assertThat(new Verdict(reports.rasters(OWN, other).build()).caveat())
                .isEqualTo("Not independent: rasters mine and other were made by your own class on both sides,"
                        + " so a fault in that class would not show.");
    }

    @Test
    void doesNotClaimWhatWasNotCompared() {
        ValidationReport nothingSampled =
                Reports.empty().sample(0).version("").recordings(2).build();

        assertThat(new Verdict(nothingSampled).sentence())
                .isEqualTo("None of the 397 crops of the pairs in file:///data/ragged (a sample of 0.0) was compared"
                        + " with the source. No difference was found.");
        assertThat(new Verdict(Reports.empty().rasters().build()).sentence())
                .isEqualTo("The source of version v000007 holds no crops. No difference was found.");
    }
}
