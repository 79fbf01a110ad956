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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a rebuild refuses: the source stays as it was, and nothing appears under a final name. */
@Slow
class RebuildRefusalsTest {
    private static final int CAPACITY = 40;

    @TempDir
    Path folder;

    private Path source;
    private Path target;

    @BeforeEach
    void nameFolders() throws IOException {
        source = Files.createDirectories(folder.resolve("source"));
        target = folder.resolve("new/target");
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(target.getParent()).doesNotExist();
    }

    @Test
    void refusesAFileCutByAByteAndOneAByteTooLong() throws IOException {
        byte[] whole = PaddedFile.bytes(CAPACITY, 1, 3, 4);
        Files.write(source.resolve("cut.npy"), Arrays.copyOf(whole, whole.length - 1));
        Files.write(source.resolve("long.npy"), Arrays.copyOf(whole, whole.length + 1));
        Map<String, String> before = Rebuilds.data(source);
        JobOutcome outcome = Rebuilds.run(source.toUri(), target.toUri());
        assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(outcome.text()).isEqualTo("Bad recordings in " + source.toUri() + ":\n" + """
                        [cut.npy] Expected 1,360 bytes of data, but found 1,359; it was cut short; copy or write it again
                        [long.npy] Expected 1,360 bytes of data, but found 1,361; more bytes follow the array; copy or write it again

                        Nothing was published: 2 bad recordings; fix them, or leave them out with on-bad-recording = skip
                        """);
        assertThat(Rebuilds.data(source)).isEqualTo(before);
    }

    /** A dataset among them would hide them from whoever reads the folder. */
    @Test
    void refusesATargetThatHoldsSomethingElse() throws IOException {
        Path held = folder.resolve("held");
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3);
        PaddedFile.write(held.resolve("b.npy"), CAPACITY, 1, 3);
        Files.createDirectories(held.resolve("drive"));
        Files.createDirectories(held.resolve("pins"));
        RebuildRequest request = new RebuildRequest(source.toUri(), held.toUri(), SettingsLoader.defaults(), Set.of());
        for (ThrowingCallable look : List.<ThrowingCallable>of(
                () -> Rebuilds.run(source.toUri(), held.toUri()),
                () -> Rebuilds.run(source.toUri(), held.toUri(), Set.of(RebuildRequest.RebuildOption.DRY_RUN)),
                () -> new SparkJobs(Progress.silent()).check(request))) {
            assertThatThrownBy(look)
                    .isInstanceOf(SettingsException.class)
                    .hasMessageMatching("\\[file:.*] Expected a dataset or an empty folder, but found 2 other names,"
                            + " b.npy among them; choose another folder");
        }
        assertThat(Rebuilds.files(held)).containsExactly("b.npy");
        Files.delete(held.resolve("b.npy"));
        Files.delete(held.resolve("drive"));
        Files.createDirectories(held.resolve("lost+found"));
        assertThat(Rebuilds.run(source.toUri(), held.toUri()).status()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void refusesADatasetWithRecordingsBesideIt() throws IOException {
        Path held = folder.resolve("held");
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3);
        Rebuilds.run(source.toUri(), held.toUri());
        Files.writeString(held.resolve("notes.txt"), "of the person who made it");
        assertThat(Rebuilds.run(held.toUri(), folder.resolve("next").toUri()).status())
                .isEqualTo(ExitCode.DONE);
        PaddedFile.write(held.resolve("drive/b.npy"), CAPACITY, 1, 3);
        assertThatThrownBy(
                        () -> Rebuilds.run(held.toUri(), folder.resolve("third").toUri()))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("\\[file:.*] Expected a dataset alone, but found drive/b.npy beside it; move"
                        + " recordings and datasets to folders of their own");
    }

    @Test
    void refusesObjectsAndNegativeCounts() throws IOException {
        Files.write(
                source.resolve("object.npy"),
                PaddedFile.npy("{'descr': '|O', 'fortran_order': False, 'shape': (2,), }", new byte[16]));
        PaddedFile.write(source.resolve("negative.npy"), CAPACITY, 1, 3, -4);
        JobOutcome outcome = Rebuilds.run(source.toUri(), target.toUri());
        assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(outcome.text())
                .contains("[negative.npy] Expected point_count from 0 to 40 in row 1 at byte 1,576, but found -4\n")
                .contains("[object.npy] Expected ");
    }

    @Test
    void asksForPointFieldsWhereASecondLongFieldStandsBesideThePoints() throws IOException {
        String header = "{'descr': [('z', '<f4', (40,)), ('history', '<f4', (30,)), ('point_count', '<i4')],"
                + " 'fortran_order': False, 'shape': (1,), }";
        Files.write(source.resolve("a.npy"), PaddedFile.npy(header, new byte[284]));
        assertThatThrownBy(() -> Rebuilds.run(source.toUri(), target.toUri(), "rasters.default=null"))
                .isInstanceOf(SettingsException.class)
                .hasMessage(
                        "[a.npy] Expected one long axis, the capacity, but found 40 and also 'history' of length 30;"
                                + " name the point fields with source.point-fields");
    }

    @Test
    void refusesNamesThatThePairNeeds() throws IOException {
        PaddedFile.write(source.resolve("x.points.npy"), CAPACITY, 1, 3);
        assertThatThrownBy(() -> Rebuilds.run(source.toUri(), target.toUri()))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith("[x.points] ");
    }

    @Test
    void takesNamesWithColonsAndLettersOfAnyScript() throws IOException {
        PaddedFile.write(source.resolve("a:b.npy"), CAPACITY, 1, 3);
        PaddedFile.write(source.resolve("\u00e9t\u00e9.npy"), CAPACITY, 1, 3);
        Path elsewhere = folder.resolve("elsewhere");
        Rebuilds.run(source.toUri(), elsewhere.toUri(), "rasters.default=null");
        assertThat(Rebuilds.data(elsewhere.resolve("v000001")))
                .containsOnlyKeys("a:b.npy", "a:b.points.npy", "\u00e9t\u00e9.npy", "\u00e9t\u00e9.points.npy");
    }

    @Test
    void refusesFoldersThatOverlap() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3);
        Path link = Files.createSymbolicLink(folder.resolve("link"), source);
        for (Path inside : new Path[] {source, source.resolve("below"), folder, link}) {
            assertThatThrownBy(() -> Rebuilds.run(source.toUri(), inside.toUri()))
                    .isInstanceOf(SettingsException.class)
                    .hasMessageMatching(
                            "(source and target|target and source) must lie apart but were file:.* and file:.*");
        }
        assertThat(Rebuilds.files(folder)).containsExactly("source/a.npy");
    }

    @Test
    void refusesAnEmptySource() {
        assertThatThrownBy(() -> Rebuilds.run(source.toUri(), target.toUri()))
                .isInstanceOf(IOException.class)
                .hasMessage("[file://" + source
                        + "] Expected recordings (*.npy or *.parquet), but found no files; check that the"
                        + " source is mounted and the path is right");
    }

    @Test
    void leavesAnEmptyTargetEmptyAndAFullOneAsItWas() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path full = Files.createDirectory(folder.resolve("full"));
        Files.createFile(full.resolve("mine.txt"));
        assertThatThrownBy(() -> Rebuilds.run(source.toUri(), empty.toUri()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("found no files");
        assertThatThrownBy(() -> Rebuilds.run(source.toUri(), full.toUri()))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("found 1 other name, mine.txt among them");
        assertThat(empty).isEmptyDirectory();
        assertThat(Rebuilds.files(full)).containsExactly("mine.txt");
    }

    @Test
    void refusesRastersOfFieldsThatAreNotThere() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3);
        assertThatThrownBy(() -> Rebuilds.run(source.toUri(), target.toUri(), "rasters.default.x-field=gone"))
                .isInstanceOf(SettingsException.class);
    }

    @Test
    void refusesPointsOfAnotherType() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3);
        String header = "{'descr': [('xy', '<f8', (40, 2)), ('height', '<f4', (40,)), ('intensity', '<f4', (40,)),"
                + " ('point_count', '<i4')], 'fortran_order': False, 'shape': (0,), }";
        Files.write(source.resolve("b.npy"), PaddedFile.npy(header, new byte[0]));
        JobOutcome outcome = Rebuilds.run(source.toUri(), target.toUri());
        assertThat(outcome.text())
                .startsWith("Bad recordings in " + source.toUri() + ":\n"
                        + "[b.npy] Expected points of type [('xy', '<f4', (2,)), ('height', '<f4'), ('intensity',"
                        + " '<f4')], as in a.npy, but found [('xy', '<f8', (2,)), ('height', '<f4'), ('intensity', '<f4')];"
                        + " give points of another type a source and a target of their own\n");
    }
}
