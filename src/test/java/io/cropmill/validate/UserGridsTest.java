package io.cropmill.validate;

import static io.cropmill.validate.Pairs.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.crop.PaddedFile;
import io.cropmill.raster.RasterSpec.GridType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The user's own grids in place of those from the source. */
class UserGridsTest {
    private static final int GRID = 3 * 16;

    @TempDir
    Path folder;

    private Pairs pairs;
    private byte[] cache;

    @BeforeEach
    void build() throws IOException {
        pairs = new Pairs(folder);
        pairs.writeSource("a", 1, Pairs.COUNTS);
        pairs.build(settings(0, 0), "v000001");
        cache = pairs.read("v000001/a.raster.npy");
        Files.createDirectories(folder.resolve("grids"));
    }

    private ValidationSettings settings(double absolute, double relative) {
        ValidationSettings plain = Pairs.settings(Pairs.raster("default", GridType.FLOAT32));
        return new ValidationSettings(
                plain.fields(),
                plain.recipe(),
                1,
                plain.padding(),
                new UserGrids(folder.resolve("grids").toUri(), "default", absolute, relative));
    }

    private float value(int row, int place) {
        return Pairs.floatAt(cache, Pairs.dataOffset(cache) + (row * GRID + place) * 4);
    }

    /** Writes grids of some rows as float64 in big-endian order, each value a little larger. */
    private void writeGrids(double factor, int... rows) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(rows.length * GRID * 8).order(ByteOrder.BIG_ENDIAN);
        for (int row : rows) {
            for (int place = 0; place < GRID; place++) {
                data.putDouble(value(row, place) * factor);
            }
        }
        Files.write(
                folder.resolve("grids/a.grids.npy"),
                PaddedFile.npy(
                        "{'descr': '>f8', 'fortran_order': False, 'shape': (" + rows.length + ", 3, 4, 4), }",
                        data.array()));
    }

    private void writeRows(int... rows) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(rows.length * 2).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.stream(rows).forEach(row -> data.putShort((short) row));
        Files.write(
                folder.resolve("grids/a.rows.npy"),
                PaddedFile.npy(
                        "{'descr': '<u2', 'fortran_order': False, 'shape': (" + rows.length + ",), }", data.array()));
    }

    @Test
    void comparesTheFirstRowsWhereNoneAreNamed() throws IOException {
        writeGrids(1, 0, 1, 2);

        assertThat(messages(pairs.validate(settings(0, 0), 2))).isEmpty();
    }

    @Test
    void comparesTheRowsThatAreNamed() throws IOException {
        writeGrids(1, 6, 0, 3);
        writeRows(6, 0, 2);

        ValidationReport report = pairs.validate(settings(0, 0), 3);

        assertThat(report.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.subject().row()).isEqualTo(2);
            assertThat(finding.message())
                    .startsWith("[v000001/a.raster.npy] Expected default density of row 2 in cell ");
        });
        assertThat(report.heading().against())
                .isEqualTo(folder.resolve("grids").toUri().toString());
        assertThat(report.crops().get(0).rasters().get(0).before()[20]).isEqualTo(value(3, 20));
        assertThat(report.crops().get(0).rasters().get(0).after()[20]).isEqualTo(value(2, 20));
    }

    @Test
    void allowsWhatTheToleranceAllows() throws IOException {
        writeGrids(1 + 1e-6, 0);

        assertThat(messages(pairs.validate(settings(0, 1e-5), 1))).isEmpty();
        assertThat(messages(pairs.validate(settings(1e-5, 0), 1))).isEmpty();
        int first = 0;
        while (value(0, first) == 0) {
            first++;
        }
        assertThat(messages(pairs.validate(settings(0, 1e-8), 1)))
                .containsExactly("[v000001/a.raster.npy] Expected default density of row 0 in cell (" + first / 4 + ", "
                        + first % 4 + ") at byte " + (Pairs.dataOffset(cache) + first * 4) + ": "
                        + value(0, first) * (1 + 1e-6) + ", but found " + value(0, first));
    }

    @Test
    void refusesGridsOfAnotherShapeAndRowsThatAreNot() throws IOException {
        writeGrids(1, 0, 1);
        writeRows(0, 7);
        assertThat(messages(pairs.validate(settings(0, 0), 2)))
                .containsExactly("[a.rows.npy] Expected rows from 0 to 6 at index 1, but found 7");
        byte[] rows = new byte[2 * Long.BYTES];
        Arrays.fill(rows, Long.BYTES, rows.length, (byte) -1);
        Files.write(
                folder.resolve("grids/a.rows.npy"),
                PaddedFile.npy("{'descr': '<u8', 'fortran_order': False, 'shape': (2,), }", rows));
        assertThat(messages(pairs.validate(settings(0, 0), 2)))
                .containsExactly("[a.rows.npy] Expected rows from 0 to 6 at index 1, but found 18446744073709551615");
        writeRows(0, 1, 2);
        assertThat(messages(pairs.validate(settings(0, 0), 2)))
                .containsExactly("[a.rows.npy] Expected 2 integers, one a grid, but found '<u2' of shape [3]");
        Files.write(
                folder.resolve("grids/a.grids.npy"),
                PaddedFile.npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }", new byte[8]));
        assertThat(messages(pairs.validate(settings(0, 0), 2)))
                .containsExactly("[a.grids.npy] Expected floats in C order of shape (n, 3, 4, 4), as raster default has"
                        + " them, but found '<f4' of shape [1, 2]; name another raster with --raster");
    }

    @Test
    void warnsOfARecordingWithoutGrids() throws IOException {
        ValidationReport report = pairs.validate(settings(0, 0), 2);

        assertThat(messages(report))
                .containsExactly("[a.grids.npy] Expected grids to compare raster default with, but found none");
        assertThat(report.equal()).isTrue();
        assertThat(grids(report))
                .containsExactly(new CheckedStep(
                        "grids default", "plain", true, "made again from the second reader's points, of 7 crops"));
    }

    @Test
    void comparesARecordingWithoutGridsWithThoseOfTheSource() throws IOException {
        pairs.flip("v000001/a.raster.npy", Pairs.dataOffset(cache) + 4 * GRID * 4, 3);

        ValidationReport report = pairs.validate(withoutChecksums(), 2);

        assertThat(report.findings())
                .filteredOn(finding -> finding.subject().kind().equals("raster")
                        && finding.subject().row() >= 0)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.subject().row()).isEqualTo(4);
                    assertThat(finding.message())
                            .startsWith("[v000001/a.raster.npy] Expected default density of row 4 in cell (0, 0) at ");
                });
        assertThat(report.equal()).isFalse();
    }

    @Test
    void comparesRowsWithoutGridsWithThoseOfTheSource() throws IOException {
        writeGrids(1, 6, 0);
        writeRows(6, 0);
        ValidationReport sound = pairs.validate(settings(0, 0), 3);
        assertThat(messages(sound)).isEmpty();
        assertThat(sound.rasters().get(0).userGrids()).isEqualTo(2);
        assertThat(sound.rasters().get(0).reached())
                .isNotNull()
                .satisfies(reached -> assertThat(reached.points())
                        .isEqualTo(sound.totals().sums().points()));
        assertThat(grids(sound))
                .containsExactly(
                        new CheckedStep("grids default", "user grids", true, "compared with your own, of 2 crops"),
                        new CheckedStep(
                                "grids default",
                                "plain",
                                true,
                                "made again from the second reader's points, of 5 crops"));
        pairs.flip("v000001/a.raster.npy", Pairs.dataOffset(cache) + 3 * GRID * 4, 3);

        ValidationReport damaged = pairs.validate(withoutChecksums(), 3);

        assertThat(damaged.findings())
                .filteredOn(finding -> finding.subject().row() >= 0)
                .singleElement()
                .satisfies(finding -> assertThat(finding.subject().row()).isEqualTo(3));
    }

    /** Of a bare folder, whose caches are what their bytes say. */
    private ValidationSettings withoutChecksums() {
        pairs.forget("default");
        return settings(0, 0);
    }

    private static List<CheckedStep> grids(ValidationReport report) {
        return report.checkedBy().stream()
                .filter(step -> step.step().startsWith("grids"))
                .toList();
    }
}
