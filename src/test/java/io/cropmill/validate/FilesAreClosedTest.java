package io.cropmill.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.plain.PlainFolder;
import io.cropmill.raster.RasterSpec.GridType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No file stays open behind a validation, however it ends. */
class FilesAreClosedTest {
    @TempDir
    Path folder;

    private Pairs pairs;

    @BeforeEach
    void build() throws IOException {
        pairs = Pairs.three(folder, Pairs.settings(Pairs.raster("single", GridType.FLOAT32)));
    }

    @Test
    void closesWhatItCompared() throws IOException {
        assertThat(pairs.validate(Pairs.settings(Pairs.raster("single", GridType.FLOAT32)), 3)
                        .equal())
                .isTrue();
        assertThat(open()).isEmpty();
    }

    @Test
    void closesDamagedRecordingsAndCaches() throws IOException {
        Files.write(pairs.sourceFolder.resolve("a.npy"), new byte[4]);
        pairs.write("v000001/c.raster.npy", new byte[4]);
        assertThat(pairs.validate(Pairs.settings(Pairs.raster("single", GridType.FLOAT32)), 3)
                        .equal())
                .isFalse();
        assertThat(open()).isEmpty();
    }

    @Test
    void closesGridsOfAnotherShape() throws IOException {
        Files.copy(pairs.sourceFolder.resolve("a.npy"), pairs.sourceFolder.resolve("a.grids.npy"));
        Findings findings = new Findings(10);
        UserGrids against = new UserGrids(pairs.sourceFolder.toUri(), "single", 0, 0);
        PlainFolder grids = PlainFolder.of(pairs.sourceFolder.toUri(), new Configuration());
        assertThat(UserGridsReader.open(
                        grids,
                        "a",
                        Pairs.raster("single", GridType.FLOAT32),
                        against,
                        new SplitChecked.CheckedRows(0, 7, 7),
                        findings))
                .isNull();
        assertThat(findings.listed())
                .singleElement()
                .extracting(ValidationReport.Finding::message)
                .asString()
                .startsWith(
                        "[a.grids.npy] Expected floats in C order of shape (n, 3, 4, 4), as raster single has them");
        assertThat(open()).isEmpty();
    }

    /** Files of this test's folder that the process has open. */
    private List<Path> open() throws IOException {
        List<Path> open = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    Path file = Files.readSymbolicLink(descriptor);
                    if (file.startsWith(folder.toRealPath())) {
                        open.add(file);
                    }
                } catch (NoSuchFileException e) {
                    continue;
                }
            }
        }
        return open;
    }
}
