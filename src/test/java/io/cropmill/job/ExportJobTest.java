package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.config.SettingsException;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.CertificateException;
import io.cropmill.job.Jobs.ExportRequest;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Padded recordings from pairs: the source's own bytes, or a refusal. */
@Slow
class ExportJobTest {
    private static final int CAPACITY = 20;
    private static final String NO_RASTER = "rasters.default=null";

    private static final String CUT = """
            Cannot export a: 2 crops lost points to the cap, row 1 (10 of 12), 3 (10 of 20); only a version with a\
             higher cap holds them all
            Cannot export c: 1 crop lost points to the cap, row 0 (10 of 11); only a version with a higher cap holds\
             them all""";

    @TempDir
    Path folder;

    private Path source;
    private Path target;
    private Path output;

    @BeforeEach
    void nameFolders() {
        source = folder.resolve("source");
        target = folder.resolve("target");
        output = folder.resolve("output");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '"',
            value = {
                // The ordinary one.
                "[('xy', '<f4', (20, 2)), ('height', '<f4', (20,)), ('intensity', '<f4', (20,)), ('point_count', '<i4'),"
                        + " ('label', '<i4'), ('center', '<f8', (3,)), ('timestamp', '<i8')] => structured",
                "[('xy', '<f4', (20, 2)), ('height', '<f4', (20,)), ('intensity', '<f4', (20,)), ('point_count', '<i4'),"
                        + " ('label', '<i4'), ('center', '<f8', (3,)), ('timestamp', '<i8')] => plain",
                // All big-endian, the count first and short, points around crop fields.
                "[('point_count', '>u2'), ('xy', '>f4', (20, 2)), ('label', '>i8'), ('height', '>f4', (20,)),"
                        + " ('name', '>U3'), ('z', '>c16')] => structured",
                "[('point_count', '>u2'), ('xy', '>f4', (20, 2)), ('label', '>i8'), ('height', '>f4', (20,))] => plain",
                // Aligned, as C lays it out, with padding between, behind, and inside nested records.
                "[('label', '|u1'), ('', '|V3'), ('height', '<f4', (20,)), ('t', '<f8'), ('point_count', '|i1'),"
                        + " ('', '|V1'), ('box', [('a', '|i1'), ('', '|V7'), ('b', '>f8'), ('c', '<i2', (2,)),"
                        + " ('', '|V4')], (2, 3)), ('', '|V6')] => structured",
                // Points that are records, titles, two orders, text, bytes, dates and voids.
                "[(('Return', 'p'), [('i', '>i2'), ('', '|V2'), ('x', '<f4', (3,))], (20,)), ('point_count', '<u8'),"
                        + " (('Title', 'when'), '<M8[ns]'), ('id', '|S5'), ('raw', '|V3'), ('ok', '|b1')] => structured",
                // Several numbers a point in one field, and two axes.
                "[('m', '<f2', (20, 2, 3)), ('point_count', '<i8')] => plain",
            })
    void givesBackTheSource(String descr, String layout) throws IOException {
        AnyPaddedFile.write(source.resolve("a/b.npy"), descr, CAPACITY, 3, 0, CAPACITY, 1, 7);
        AnyPaddedFile.write(source.resolve("none.npy"), descr, CAPACITY);
        AnyPaddedFile.write(source.resolve("empty.npy"), descr, CAPACITY, 0);
        Rebuilds.run(source.toUri(), target.toUri(), "points.layout=" + layout, NO_RASTER);

        JobOutcome outcome = export(List.of(), Optional.empty());

        assertThat(outcome.status()).isEqualTo(ExitCode.DONE);
        assertThat(Rebuilds.data(output)).isEqualTo(Rebuilds.data(source));
    }

    @ParameterizedTest
    @ValueSource(strings = {"structured", "plain"})
    void givesBackRealRecordings(String layout) throws IOException {
        Path real = Shared.path("data/recordings");
        Rebuilds.run(real.toUri(), target.toUri(), "points.layout=" + layout, "cap=16384", NO_RASTER);

        export(List.of(), Optional.empty());

        assertThat(Rebuilds.data(output)).isEqualTo(Rebuilds.data(real));
    }

    @Test
    void givesBackWhatNumpyWrote() throws IOException, InterruptedException {
        Files.createDirectories(source);
        String script = """
                import sys, numpy as np
                box = np.dtype([('a', 'i1'), ('b', 'f8')], align=True)
                aligned = np.dtype([('xy', 'f4', (20, 2)), ('r', 'u1', (20,)), ('point_count', 'u2'), ('box', box)], align=True)
                titled = np.dtype([(('Count', 'point_count'), '>i8'), ('x', '>f8', (20,)), ('größe', '<U2')])
                for name, dtype in [('aligned', aligned), ('titled', titled)]:
                    rows = np.zeros(3, dtype)
                    rows['point_count'] = [20, 0, 1]
                    for field in dtype.names:
                        if rows[field].ndim > 1:
                            rows[field][0] = 3
                            rows[field][2, 0] = -1 if rows[field].dtype.kind == 'f' else 7
                    np.save(sys.argv[1] + '/' + name, rows)
                """;
        Process process = new ProcessBuilder(Shared.python(), "-c", script, source.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(process.waitFor()).isZero();
        for (String name : List.of("aligned", "titled")) {
            Path one = Files.createDirectories(folder.resolve(name));
            Files.move(source.resolve(name + ".npy"), one.resolve("a.npy"));
            Path back = folder.resolve(name + "-back");
            Rebuilds.run(one.toUri(), target.resolve(name).toUri(), NO_RASTER);
            run(new ExportRequest(
                    target.resolve(name).toUri(), Optional.empty(), List.of(), back.toUri(), Optional.empty()));
            assertThat(Rebuilds.data(back)).isEqualTo(Rebuilds.data(one));
        }
    }

    @Test
    void tellsWhatItWrote() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 4);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, 5);
        PaddedFile.write(source.resolve("c.npy"), CAPACITY, 3, 6);
        Rebuilds.run(source.toUri(), target.toUri(), NO_RASTER);

        JobOutcome outcome = export(List.of("c", "a"), Optional.empty());

        assertThat(outcome)
                .isEqualTo(new JobOutcome(
                        ExitCode.DONE, "Wrote 2 recordings of 3 crops, 1.59 kB, to " + uri(output) + "\n"));
        assertThat(Rebuilds.data(output)).containsOnlyKeys("a.npy", "c.npy");
    }

    @Test
    void writesZerosWhereTheSourceHadGarbage() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 4);
        Rebuilds.run(source.toUri(), target.toUri(), NO_RASTER);
        export(List.of("a"), Optional.empty());
        Rebuilds.run(output.toUri(), folder.resolve("again").toUri(), NO_RASTER, "validate.padding=zero");

        assertThat(Files.size(output.resolve("a.npy"))).isEqualTo(Files.size(source.resolve("a.npy")));
        assertThat(Files.readAllBytes(output.resolve("a.npy")))
                .isNotEqualTo(Files.readAllBytes(source.resolve("a.npy")));
        assertThat(Rebuilds.data(folder.resolve("again/v000001"))).isEqualTo(Rebuilds.data(target.resolve("v000001")));
    }

    @Test
    void writesNothingIfOneOfTheNamedLostPoints() throws IOException {
        writeOneThatFitsACapOfTen();

        assertThatThrownBy(() -> export(List.of("a", "b", "c"), Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        CUT + "\nNothing was written: leave out what cannot be, or write all that can be with --all");
        assertThatThrownBy(() -> export(List.of("a", "c"), Optional.empty())).hasMessage(CUT);
        assertThat(output).doesNotExist();
        assertThat(export(List.of("b"), Optional.empty()).status()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void writesOfAllWhatLostNoPointsAndNamesTheOthers() throws IOException {
        writeOneThatFitsACapOfTen();
        Files.delete(target.resolve("v000001/c.npy"));

        for (Optional<ExportRequest.PlainRows> plain :
                List.of(Optional.<ExportRequest.PlainRows>empty(), Optional.of(new ExportRequest.PlainRows(10, "n")))) {
            JobOutcome outcome = export(List.of(), plain);

            assertThat(outcome)
                    .isEqualTo(new JobOutcome(
                            ExitCode.BAD_RECORDINGS,
                            "Wrote 1 recording of 1 crop, " + Files.size(output.resolve("b.npy")) + " B, to "
                                    + uri(output) + "\nNot written:\n"
                                    + CUT.lines().findFirst().orElseThrow()
                                    + "\n[v000001/c.npy] Cannot open: there is no such file\n"));
            assertThat(Rebuilds.data(output)).containsOnlyKeys("b.npy");
            Files.delete(output.resolve("b.npy"));
        }
    }

    @Test
    void writesNothingOfAllWhereEveryOneLostPoints() throws IOException {
        writeOneThatFitsACapOfTen();
        Files.delete(source.resolve("b.npy"));
        Rebuilds.run(source.toUri(), target.toUri(), "cap=10", NO_RASTER, "max-vanished=1");

        assertThat(export(List.of(), Optional.empty()))
                .isEqualTo(new JobOutcome(
                        ExitCode.BAD_RECORDINGS,
                        "Wrote 0 recordings of 0 crops, 0 B, to " + uri(output) + "\nNot written:\n" + CUT + "\n"));
    }

    /** Recordings a and c have crops of more points. */
    private void writeOneThatFitsACapOfTen() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 12, 10, 20);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, 10);
        PaddedFile.write(source.resolve("c.npy"), CAPACITY, 2, 11);
        Rebuilds.run(source.toUri(), target.toUri(), "cap=10", NO_RASTER);
    }

    @Test
    void leavesOutPairsThatAreDamaged() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 4);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, 5);
        Rebuilds.run(source.toUri(), target.toUri(), NO_RASTER);
        Path points = target.resolve("v000001/a.points.npy");
        byte[] bytes = Files.readAllBytes(points);
        bytes[bytes.length - 1] ^= 1;
        Files.write(points, bytes);

        JobOutcome outcome = export(List.of(), Optional.empty());

        assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(outcome.text())
                .matches(
                        "(?s)Wrote 1 recording of 1 crop, [^\n]*\nNot written:\n\\[v000001/a\\.points\\.npy] Expected 304"
                                + " bytes with crc32c [0-9a-f]{8}, as the manifest has it, but found 304 with [0-9a-f]{8}\n");
        assertThat(Rebuilds.data(output)).containsOnlyKeys("b.npy");
    }

    /** It may tell of what the rows lack, which is the last thing that is told. */
    @Test
    void aCertificateThatCannotBeReadIsToldBeforeTheWork() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 4);
        Rebuilds.run(source.toUri(), target.toUri(), NO_RASTER);
        Files.createDirectories(target.resolve("retired"));
        Files.writeString(target.resolve("retired/a.json"), "");
        assertThatThrownBy(() -> export(List.of("a"), Optional.empty()))
                .isInstanceOf(CertificateException.class)
                .hasMessageStartingWith("[retired/a.json] Expected ");
        assertThat(output.resolve("a.npy")).doesNotExist();
    }

    @Test
    void writesPlainRowsOfAnotherCapacity() throws IOException {
        String wide = "[('point_count', '>i2'), ('', '|V2'), ('height', '>f4', (20,)), ('label', '>i4')]";
        String plain = "[('height', '<f4', (5,)), ('n', '<i4'), ('label', '<i4')]";
        AnyPaddedFile.write(source.resolve("a.npy"), wide, CAPACITY, 3, 0, 5);
        Rebuilds.run(source.toUri(), target.toUri(), NO_RASTER);

        export(List.of("a"), Optional.of(new ExportRequest.PlainRows(5, "n")));

        byte[] header = AnyPaddedFile.bytes(plain.replace("'n'", "'point_count'"), 5);
        byte[] written = Files.readAllBytes(output.resolve("a.npy"));
        assertThat(new String(written, StandardCharsets.ISO_8859_1)).contains(plain);
        assertThat(written).hasSize(header.length + 3 * 28);
        Rebuilds.run(output.toUri(), folder.resolve("again").toUri(), NO_RASTER, "source.count-field=n");
        assertThat(Rebuilds.data(folder.resolve("again/v000001"))).isEqualTo(Rebuilds.data(target.resolve("v000001")));
    }

    @Test
    void leavesOutCropsThatDoNotFitTheCapacity() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 6);
        Rebuilds.run(source.toUri(), target.toUri(), NO_RASTER);

        JobOutcome outcome = export(List.of("a"), Optional.of(new ExportRequest.PlainRows(5, "point_count")));

        assertThat(outcome).isEqualTo(new JobOutcome(ExitCode.BAD_RECORDINGS, """
                        Wrote 0 recordings of 0 crops, 0 B, to %s
                        Not written:
                        [v000001/a.npy] Expected at most 5 points, the capacity, in row 1, but found 6; give a higher one\
                         with --capacity
                        """.formatted(uri(output))));
    }

    @Test
    void neverReplacesAFile() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 4);
        Rebuilds.run(source.toUri(), target.toUri(), NO_RASTER);
        Files.createDirectories(output);
        Files.writeString(output.resolve("a.npy"), "mine");

        assertThat(export(List.of("a"), Optional.empty()))
                .isEqualTo(new JobOutcome(ExitCode.BAD_RECORDINGS, """
                        Wrote 0 recordings of 0 crops, 0 B, to %s
                        Not written:
                        [a.npy] Cannot write: another file has the name, and files are never replaced; choose another\
                         --output
                        """.formatted(uri(output))));
        assertThat(output.resolve("a.npy")).hasContent("mine");
        Files.delete(output.resolve("a.npy"));
        export(List.of("a"), Optional.empty());
        assertThat(export(List.of("a"), Optional.empty()).status()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void refusesWhatIsNotThere() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3);
        Rebuilds.run(source.toUri(), target.toUri(), NO_RASTER);

        assertThatThrownBy(() -> export(List.of("a", "b"), Optional.empty()))
                .isInstanceOf(SettingsException.class)
                .hasMessage("--recording must be one of those of v000001 but was \"b\"");
        assertThatThrownBy(() -> run(new ExportRequest(
                        target.toUri(),
                        Optional.empty(),
                        List.of(),
                        target.resolve("x").toUri(),
                        Optional.empty())))
                .isInstanceOf(SettingsException.class)
                .hasMessage(
                        "--target and --output must lie apart but were " + uri(target) + " and " + uri(target) + "/x");
        assertThatThrownBy(() -> run(new ExportRequest(
                        target.toUri(), Optional.of("v000009"), List.of(), output.toUri(), Optional.empty())))
                .isInstanceOf(SettingsException.class)
                .hasMessage("--version must be one of [v000001] that has a manifest but was v000009");
    }

    @Test
    void asksForACapacityWhereTheSourceIsNotKnown() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, 4);
        Rebuilds.run(source.toUri(), target.toUri(), NO_RASTER);
        Path manifest = target.resolve("v000001/manifest.json");
        String text = Files.readString(manifest);
        Files.writeString(manifest, text.replaceFirst(", \"row\": \\{[^}]*}", ""));
        String unknown = "Cannot export a: v000001 does not know how the rows of its source were laid out; say how many"
                + " points a row reserves with --capacity";

        assertThatThrownBy(() -> export(List.of("a"), Optional.empty())).hasMessage(unknown);
        assertThat(output).doesNotExist();
        assertThat(export(List.of(), Optional.empty()))
                .isEqualTo(new JobOutcome(
                        ExitCode.BAD_RECORDINGS,
                        "Wrote 1 recording of 1 crop, " + Files.size(output.resolve("b.npy")) + " B, to " + uri(output)
                                + "\nNot written:\n" + unknown + "\n"));
        assertThat(Rebuilds.data(output)).containsOnlyKeys("b.npy");
    }

    private JobOutcome export(List<String> recordings, Optional<ExportRequest.PlainRows> plain) throws IOException {
        return run(new ExportRequest(target.toUri(), Optional.empty(), recordings, output.toUri(), plain));
    }

    private static JobOutcome run(ExportRequest request) throws IOException {
        LocalSpark.start();
        return new SparkJobs(Progress.silent()).export(request);
    }

    private static String uri(Path path) {
        return URI.create("file://" + path).toString();
    }
}
