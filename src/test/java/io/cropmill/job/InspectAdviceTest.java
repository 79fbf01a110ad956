package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.SettingsException;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Advice for sources that a rebuild refuses as they are: the settings that they need, or none. */
@Slow
class InspectAdviceTest {
    private static final String SEED = "[('xy', '<f4', (CAP, 2)), ('height', '<f4', (CAP,)), ('intensity', '<f4',"
            + " (CAP,)), ('point_count', '<i4')]";

    @TempDir
    Path folder;

    private Path source;

    @BeforeEach
    void nameFolder() throws IOException {
        source = Files.createDirectories(folder.resolve("source"));
    }

    @Test
    void refusesToAdviseWhatARebuildRefuses() throws IOException {
        AnyPaddedFile.write(source.resolve("a.npy"), "[('p', '<f4', (20,)), ('point_count', '<i4')]", 20, 3);
        JobOutcome outcome = inspected(source);
        String refusal = "[a.npy] Expected point field 'xy', which a raster reads, but found point fields [p]; name the"
                + " point fields with source.point-fields, or the raster's with rasters.<name>";

        assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(outcome.text()).startsWith("""
                Source: file://%s

                recordings          1
                crops               1
                points              3
                points a crop     3.0
                smallest            3
                largest             3
                padding        85.0 %%

                Points [('p', '<f4')], 4 bytes each; 20 reserved in rows of 84 bytes (1 recording)
                """.formatted(source)).endsWith("""

                A rebuild refuses this:
                  %s

                A rebuild would publish nothing: fix what is listed above, then inspect again (on-bad-recording = skip\
                 leaves damaged recordings out).
                """.formatted(refusal));
        assertThatThrownBy(() ->
                        Rebuilds.run(source.toUri(), folder.resolve("target").toUri()))
                .hasMessage(refusal);
    }

    @Test
    void refusesToAdviseOnPointsOfTwoTypesAndOnDamage() throws IOException {
        AnyPaddedFile.write(source.resolve("a.npy"), SEED.replace("CAP", "20"), 20, 3);
        AnyPaddedFile.write(source.resolve("b.npy"), SEED.replace("CAP", "20").replace("<f4", "<f8"), 20, 3);
        Files.write(source.resolve("c.npy"), new byte[20]);

        assertThat(inspected(source).text()).endsWith("""

                A rebuild refuses this:
                  [c.npy] Expected an .npy file at byte 0: \\x93NUMPY, but found \\x00\\x00\\x00\\x00\\x00\\x00; it is another kind of file or damaged: take it away or write it again
                  [b.npy] Expected points of type [('xy', '<f4', (2,)), ('height', '<f4'), ('intensity', '<f4')], as in a.npy, but found [('xy', '<f8', (2,)), ('height', '<f8'), ('intensity', '<f8')]; give points of another type a source and a target of their own

                A rebuild would publish nothing: fix what is listed above, then inspect again (on-bad-recording = skip\
                 leaves damaged recordings out).
                """);
        assertThat(Inspections.run(
                                new InspectRequest.SourceFolder(source.toUri()),
                                OptionalLong.of(1_000_000),
                                1,
                                0,
                                Set.of(),
                                "on-bad-recording=skip")
                        .text())
                .contains("\nCannot be read:\n  [c.npy] Expected an .npy file")
                .contains("\nOne training job leaves 1.0 MB of 1.0 MB for page cache");
    }

    /** The refusals are those of a rebuild, word for word. */
    @Test
    void refusesNamesThatARebuildRefuses() throws Exception {
        AnyPaddedFile.write(source.resolve("a\nb.npy"), SEED.replace("CAP", "20"), 20, 3);
        Path good = AnyPaddedFile.write(source.resolve("good.npy"), SEED.replace("CAP", "20"), 20, 3);
        Process copied = new ProcessBuilder(
                        "bash", "-c", "cp \"$1\" \"$2\"/$'caf\\xe9.npy'", "copy", good.toString(), source.toString())
                .inheritIO()
                .start();
        assertThat(copied.waitFor()).isZero();

        JobOutcome outcome = inspected(source);
        String control = "[a\\nb] Name must have no control or invisible characters, which could forge what a log says;"
                + " rename the file";
        String bytes = "[caf\uFFFD] Name must be UTF-8 but has other bytes; rename the file";

        assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(outcome.text())
                .endsWith("\nA rebuild refuses this:\n  " + control + "\n  " + bytes
                        + "\n\nA rebuild would publish nothing: fix what is listed above, then inspect again"
                        + " (on-bad-recording = skip leaves damaged recordings out).\n");
        assertThatThrownBy(() ->
                        Rebuilds.run(source.toUri(), folder.resolve("target").toUri()))
                .hasMessageContainingAll(control, bytes);
    }

    @Test
    void saysThatCropsWithoutPointsNeedAnotherCount() throws IOException {
        AnyPaddedFile.write(source.resolve("a.npy"), SEED.replace("CAP", "20"), 20, 0, 0, 0);

        assertThat(inspected(source).text()).endsWith("""
                None of 3 crops has a point: every count in the source is 0. A rebuild would publish crops without points,\
                 and rasters of zeros; check that source.count-field names the field of counts, and what wrote file://%s.
                """.formatted(source));
        assertThat(Rebuilds.run(source.toUri(), folder.resolve("target").toUri())
                        .text())
                .startsWith("Note: None of 3 crops has a point: every count in the source is 0\n\nPublished ");
    }

    /** Each crop spans 4 m, so one range fits all of them once their own centres are subtracted. */
    @Test
    void saysThatNoRangeFitsCropsAtPlacesOfAMap() throws IOException {
        ByteBuffer row = ByteBuffer.allocate(60 * 20 * 4 * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int crop = 0; crop < 60; crop++) {
            for (int point = 0; point < 20; point++) {
                row.putFloat(450_000 + 30 * crop + point % 2 * 4).putFloat(5_400_000 + 150 * crop + point % 3 * 2);
                row.putFloat(1).putFloat(0.5f);
            }
        }
        Files.write(
                source.resolve("a.npy"),
                PaddedFile.npy("{'descr': '<f4', 'fortran_order': False, 'shape': (60, 20, 4), }", row.array()));

        assertThat(inspected(source).text())
                .contains(
                        "\nCrops lie around different places, up to 5,408,854.0 m from 0, and each spans at most 4.1 m: no"
                                + " fixed range of raster default fits. Store the points of each crop relative to its own"
                                + " centre; x = [-2.5, 2.5], y = [-2.5, 2.5] will then fit.\n")
                .doesNotContain("would hold them")
                .doesNotContain("to spare the jobs");
    }

    /** Settings that are printed for a layout make a rebuild publish; without them it refuses. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[('x', '<f4', (CAP,)), ('y', '<f4', (CAP,)), ('z', '<f4', (CAP,)), ('i', '<f4', (CAP,)), ('point_count',"
                        + " '<i4')] | rasters.default { x-field = x, y-field = y, height-field = z, channels = [density,"
                        + " \"max(z)\", \"mean(i)\"] }",
                "[('xyz', '<f4', (CAP, 3)), ('point_count', '<i4')] | rasters.default { x-field = xyz, y-field = xyz.1,"
                        + " height-field = xyz.2, channels = [density, \"max(xyz.2)\"] }",
                "[('xyz', '<f4', (CAP, 3)), ('intensity', '<f4', (CAP,)), ('n_points', '<i4')] | source.count-field ="
                        + " n_points~rasters.default { x-field = xyz, y-field = xyz.1, height-field = xyz.2, channels ="
                        + " [density, \"max(xyz.2)\", \"mean(intensity)\"] }",
                "[('xyzi', '<f4', (CAP, 4)), ('point_count', '<i4'), ('mask', 'u1', (64,))] | source.point-fields ="
                        + " [xyzi]~rasters.default { x-field = xyzi, y-field = xyzi.1, height-field = xyzi.2, channels ="
                        + " [density, \"max(xyzi.2)\", \"mean(xyzi.3)\"] }",
            })
    void printsTheSettingsThatALayoutNeeds(String row, String settings) throws IOException {
        AnyPaddedFile.write(
                source.resolve("a.npy"),
                row.replace("CAP", "4096").replace("n_points", "point_count"),
                4096,
                3,
                0,
                700);
        rename("point_count", row.contains("n_points") ? "n_points   " : "point_count");

        isNeeded(settings);
    }

    @Test
    void printsTheSettingsThatPlainArraysNeed() throws IOException {
        float[] points = new float[2 * 4096 * 4];
        java.util.Arrays.fill(points, 0, 4 * 5, 2.5f);
        java.util.Arrays.fill(points, 4 * 4096, 4 * (4096 + 7), 1.5f);
        ByteBuffer bytes = ByteBuffer.allocate(points.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(points);
        Files.write(
                source.resolve("a.npy"),
                PaddedFile.npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 4096, 4), }", bytes.array()));

        isNeeded("source.point-fields = [\"xy:2\", height, intensity]~source.counts = infer");
        assertThat(inspected(source).text()).startsWith("""
                Source: file://%s

                recordings          1
                crops               2
                points             12
                points a crop     6.0
                smallest            5
                largest             7
                padding        99.9 %%

                Points [('xy', '<f4', (2,)), ('height', '<f4'), ('intensity', '<f4')], 16 bytes each; 4,096 reserved in\
                 rows of 65,536 bytes (1 recording)
                """.formatted(source));
    }

    private void isNeeded(String settings) throws IOException {
        String[] lines = settings.split("~");
        Path target = folder.resolve("target");
        assertThatThrownBy(() -> Rebuilds.run(source.toUri(), target.toUri())).isInstanceOf(SettingsException.class);
        assertThat(inspected(source).text())
                .contains(
                        "\n\nA rebuild refuses this without the settings below. They are guessed from names and widths of"
                                + " fields: check them.\n")
                .endsWith("\n\nSettings to paste into a FILE:\n  " + String.join("\n  ", lines)
                        + "\n\nThen:\n  jobs/cropmill rebuild --source file://" + source
                        + " --target FOLDER --config FILE\n");

        Path file = Files.writeString(folder.resolve("pasted.conf"), String.join("\n", lines));
        JobOutcome rebuilt = new SparkJobs(Progress.silent())
                .rebuild(new RebuildRequest(
                        source.toUri(), target.toUri(), SettingsLoader.load(Optional.of(file), List.of()), Set.of()));
        assertThat(rebuilt.status()).as(rebuilt.text()).isEqualTo(ExitCode.DONE);
    }

    private void rename(String field, String padded) throws IOException {
        byte[] bytes = Files.readAllBytes(source.resolve("a.npy"));
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        String name = padded.strip();
        String spaces = " ".repeat(padded.length() - name.length());
        Files.write(
                source.resolve("a.npy"),
                text.replace("'" + field + "'", "'" + name + "'" + spaces).getBytes(StandardCharsets.ISO_8859_1));
    }

    private static JobOutcome inspected(Path source) throws IOException {
        return Inspections.run(
                new InspectRequest.SourceFolder(source.toUri()), OptionalLong.of(1_000_000_000), 1, 0, Set.of());
    }
}
