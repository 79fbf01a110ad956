package io.cropmill.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.FieldChoice;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.storage.DirectMemory;
import io.cropmill.storage.Storage;
import io.cropmill.storage.UnclosableStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a split takes to be compared, the next one takes over. */
class LentMemoryTest {
    private static final int VALIDATIONS = 20;
    private static final int SPLITS = 2;
    private static final int RECORDINGS = 3;

    @TempDir
    Path folder;

    @Test
    void manySplitsShareTheirBuffers() throws IOException {
        ValidationSettings settings =
                Pairs.settings(Pairs.raster("single", GridType.FLOAT32), Pairs.raster("half", GridType.FLOAT16));
        Pairs pairs = Pairs.three(folder, settings);
        // Grids of one raster are made from the pairs, those of the other are in a cache.
        pairs.forget("half");
        assertThat(pairs.validate(settings, SPLITS).equal()).isTrue();
        long before = DirectMemory.buffers();
        for (int validation = 0; validation < VALIDATIONS; validation++) {
            assertThat(pairs.validate(settings, SPLITS).equal()).isTrue();
        }
        assertThat(DirectMemory.buffers() - before).isLessThan(VALIDATIONS * SPLITS * RECORDINGS / 2);
    }

    @Test
    void tellsOfADamagedRecordingThatCannotBeClosed() throws IOException {
        Pairs pairs = Pairs.three(folder, Pairs.settings());
        Files.write(pairs.sourceFolder.resolve("a.npy"), new byte[4]);
        try (Storage source = new UnclosableStorage(Pairs.open(pairs.sourceFolder))) {
            assertThatThrownBy(() ->
                            PaddedRows.open(source, "a.npy", new FieldChoice("point_count", List.of(), List.of())))
                    .hasMessageStartingWith("[a.npy] Expected ")
                    .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        }
    }

    @Test
    void tellsOfGridsOfAnotherShapeThatCannotBeClosed() throws IOException {
        Pairs pairs = Pairs.three(folder, Pairs.settings());
        Files.copy(pairs.sourceFolder.resolve("a.npy"), pairs.sourceFolder.resolve("a.grids.npy"));
        Findings findings = new Findings(10);
        try (Storage grids = new UnclosableStorage(Pairs.open(pairs.sourceFolder))) {
            Against against = new Against(pairs.sourceFolder.toUri(), "single", 0, 0);
            assertThat(AgainstGrids.open(
                            grids, "a", Pairs.raster("single", GridType.FLOAT32), against, 7, 0, 7, findings))
                    .isNull();
        }
        assertThat(findings.listed())
                .singleElement()
                .extracting(ValidationReport.Finding::message)
                .asString()
                .startsWith(
                        "[a.grids.npy] Expected floats in C order of shape (n, 3, 4, 4), as raster single has them");
    }
}
