package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cropmill.Slow;
import io.cropmill.config.SettingsException;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.Certificate;
import io.cropmill.dataset.manifest.SkippedRecording;
import io.cropmill.job.Jobs.RebuildRequest.RebuildOption;
import io.cropmill.job.Jobs.RetireRequest;
import io.cropmill.report.Progress;
import io.cropmill.storage.OnceBefore;
import io.cropmill.storage.PathFailures;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nights after a recording was retired: its points are kept, with its source and without. */
@Slow
class RetiredRecordingTest extends FailingRebuilds {
    private static final String ANOTHER = "[a.npy] Expected the file that recording 'a' was retired with, but found"
            + " another; move it away or give it another name";
    private static final String RASTER = "rasters.half.dtype=float16";

    private Map<String, String> first;

    @BeforeEach
    void retireOne() throws IOException {
        rebuild("cap=30");
        first = Rebuilds.data(target.resolve("v000001"));
        JobOutcome outcome = retire("cap=30");
        assertThat(outcome.text()).startsWith("Retired 1 recording in v000002. ");
        assertThat(states("v000002")).containsExactly("a retired v000001", "b unchanged v000001");
    }

    private JobOutcome retire(String... settings) throws IOException {
        return new SparkJobs(Progress.silent())
                .retire(new RetireRequest(
                        uri(source),
                        uri(target),
                        List.of("a"),
                        SettingsLoader.load(Optional.empty(), List.of(settings)),
                        RetireRequest.OnLoss.ACCEPT));
    }

    @Test
    void itsCertificateNamesWhoCheckedEachStep() throws IOException {
        JsonNode checkedBy = new JsonMapper()
                .readTree(Files.readAllBytes(target.resolve(Certificate.path("a"))))
                .at("/proof/checked_by");
        assertThat(checkedBy).hasToString("""
                {"byte order":"plain","checksums":"plain","counts":"plain","draw":"plain",\
                "grids default":"plain","header":"plain","key":"plain","listing":"rebuild","metadata":"plain",\
                "offsets":"plain","reader":"plain"}""");
    }

    @Test
    void staysRetiredWithRastersThatADeadRunHasFinished() throws IOException {
        OnceBefore dying = new OnceBefore(local(target), "CURRENT", () -> {
            throw new IOException("[CURRENT] Cannot go on: the process is dead");
        });
        assertThatThrownBy(() -> rebuild(Map.of(target, dying), "cap=30", RASTER))
                .hasMessageContaining("the process is dead");
        assertThat(current()).isEqualTo("v000002");
        assertThat(rebuild("cap=30", RASTER).text())
                .contains("finished by a dead run: a, b\n")
                .contains("4 of 4 crops compared, all equal");
        assertThat(states("v000004")).containsExactly("a retired v000001", "b fresh v000001");
        assertSurvivesItsSource("v000004", "cap=30", RASTER);
    }

    /** A backup by hard links, or another mode, changes what the file system says of the file, not the file. */
    @Test
    void itsSourceWithAnotherNameBesideItIsStillItsSource() throws IOException {
        Files.createLink(folder.resolve("backup.npy"), source.resolve("a.npy"));
        assertThat(rebuild("cap=30").text())
                .contains("/v000002 is as the 2 recordings of the source would make it, retired ones aside\n");
        assertSurvivesItsSource("v000002", "cap=30");
    }

    @Test
    void staysRetiredWithNewRasters() throws IOException {
        assertThat(rebuild("cap=30", RASTER).text()).contains("rasters only: a, b\n");
        assertThat(states("v000003")).containsExactly("a retired v000001", "b fresh v000001");
        assertSurvivesItsSource("v000003", "cap=30", RASTER);
    }

    @Test
    void staysRetiredWhereItsFilesAreMadeAgain() throws IOException {
        Files.delete(target.resolve("v000002/a.points.npy"));
        assertThat(rebuild("cap=30").text())
                .contains("build, files gone or resized: a\n")
                .contains("3 of 3 crops compared, all equal");
        assertThat(states("v000003")).containsExactly("a retired v000003", "b unchanged v000001");
        assertThat(Rebuilds.data(target.resolve("v000003"))).isEqualTo(first);
        assertSurvivesItsSource("v000003", "cap=30");
    }

    @Test
    void staysRetiredWhereAllIsMadeAgain() throws IOException {
        assertThat(Rebuilds.run(uri(source), uri(target), Set.of(RebuildOption.FULL), "cap=30")
                        .text())
                .contains("build, all asked for: a, b\n")
                .contains("4 of 4 crops compared, all equal");
        assertThat(states("v000003")).containsExactly("a retired v000003", "b fresh v000003");
        assertThat(Rebuilds.data(target.resolve("v000003"))).isEqualTo(first);
        assertThat(retire("cap=30").text()).isEqualTo("All of them are retired already\n");
        assertSurvivesItsSource("v000003", "cap=30");
    }

    @Test
    void staysRetiredWhereContentIsComparedForTheFirstTime() throws IOException {
        String[] settings = {"cap=30", "source.fingerprint=content"};
        assertThat(rebuild(settings).text()).contains("build, source changed: b\n");
        assertThat(states("v000003")).containsExactly("a retired v000001", "b fresh v000003");
        Files.setLastModifiedTime(source.resolve("a.npy"), FileTime.fromMillis(1_600_000_000_000L));
        assertThat(rebuild(settings).status()).isEqualTo(ExitCode.NOTHING);
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 9, 3, 0, 40);
        assertThat(rebuild(settings).text()).startsWith("Bad recordings in " + uri(source) + ":\n" + ANOTHER + "\n");
    }

    @Test
    void settingsThatWouldChangeItsPointsPublishNothing() throws IOException {
        List<String[]> others = List.of(
                new String[] {"cap=20"},
                new String[] {"cap=30", "seed=5"},
                new String[] {"cap=30", "points.layout=plain"},
                new String[] {"cap=30", "source.point-fields=[xy, height, intensity]"});
        for (int night = 1; night <= 2; night++) {
            for (String[] settings : others) {
                for (Set<RebuildOption> options :
                        List.of(Set.<RebuildOption>of(), Set.of(RebuildOption.FULL), Set.of(RebuildOption.DRY_RUN))) {
                    assertThatThrownBy(() -> Rebuilds.run(uri(source), uri(target), options, settings))
                            .isInstanceOf(SettingsException.class)
                            .hasMessage("cap, seed, points.layout and source.* must stay as they were, since"
                                    + " certificates vouch for the points of 1 retired recording (a); take the setting"
                                    + " back, or rebuild into another target");
                }
            }
            Files.deleteIfExists(source.resolve("a.npy"));
        }
        assertThat(current()).isEqualTo("v000002");
        assertThat(rebuild("cap=30").status()).isEqualTo(ExitCode.NOTHING);
    }

    @Test
    void anotherSourceUnderItsNameIsABadRecording() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 9, 7, 8);
        JobOutcome failed = rebuild("cap=30");
        assertThat(failed.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(failed.text())
                .isEqualTo("Bad recordings in " + uri(source) + ":\n" + ANOTHER
                        + "\n\nNothing was published: 1 bad recording; fix them, or leave them out with"
                        + " on-bad-recording = skip\n");
        assertThat(Rebuilds.run(uri(source), uri(target), Set.of(RebuildOption.FULL, RebuildOption.DRY_RUN), "cap=30")
                        .text())
                .isEqualTo(failed.text());
        assertThat(Rebuilds.run(
                                uri(source),
                                uri(target),
                                Set.of(RebuildOption.DRY_RUN),
                                "cap=30",
                                "on-bad-recording=skip")
                        .text())
                .contains(ANOTHER + "\n")
                .containsPattern("unchanged +1\nskipped, bad: kept as before +1\n");
        assertThat(current()).isEqualTo("v000002");

        JobOutcome skipped = rebuild("cap=30", "on-bad-recording=skip");
        assertThat(skipped.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(skipped.text()).containsPattern("unchanged +1\nskipped, bad: kept as before +1\n");
        assertThat(states("v000003")).containsExactly("a retired v000001", "b unchanged v000001");
        assertThat(manifest("v000003").skipped()).containsExactly(new SkippedRecording("a", ANOTHER));
        assertThat(Rebuilds.data(target.resolve("v000003"))).isEqualTo(first);

        JobOutcome later = rebuild("cap=30", "on-bad-recording=skip");
        assertThat(later.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(later.text())
                .endsWith(
                        "v000003 is as the 2 recordings of the source would make it, retired ones aside, but for 1 bad"
                                + " recording: 1 kept as"
                                + " before\n");
        assertThat(Rebuilds.run(uri(source), uri(target), Set.of(RebuildOption.FULL), "cap=30", "on-bad-recording=skip")
                        .status())
                .isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(states("v000004")).containsExactly("a retired v000001", "b fresh v000004");
        assertThat(Rebuilds.data(target.resolve("v000004"))).isEqualTo(first);
        assertSurvivesItsSource("v000005", "cap=30");
    }

    @Test
    void newRastersAreMadeOfItsPointsBesideAnotherSource() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 9, 7, 8);
        JobOutcome outcome = rebuild("cap=30", RASTER, "on-bad-recording=skip");
        assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(outcome.text()).contains("1 of 1 crops compared, all equal");
        assertThat(states("v000003")).containsExactly("a retired v000001", "b fresh v000001");
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 0, 40);
        Path full = folder.resolve("full");
        Rebuilds.run(uri(source), uri(full), "cap=30", RASTER);
        assertThat(Rebuilds.data(target.resolve("v000003"))).isEqualTo(Rebuilds.data(full.resolve("v000001")));
    }

    @Test
    void nothingIsPublishedWithoutIt() throws IOException {
        Files.delete(target.resolve("v000002/a.points.npy"));
        String lost =
                "Nothing was published: files of 1 retired recording are missing (a), and what they were made of is"
                        + " gone, damaged or another; restore the files from a backup\n";
        Told unreadable = new Told(local(source)) {
            @Override
            public SeekableByteChannel open(String path) throws IOException {
                if (path.equals("a.npy")) {
                    throw PathFailures.of("a.npy", "Cannot read: Input/output error");
                }
                return super.open(path);
            }
        };
        JobOutcome damaged = rebuild(Map.of(source, unreadable), "cap=30", "on-bad-recording=skip");
        assertThat(damaged.status()).isEqualTo(ExitCode.REFUSED);
        assertThat(damaged.text()).isEqualTo(lost);
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 9, 7, 8);
        assertThat(rebuild("cap=30", "on-bad-recording=skip").text()).isEqualTo(lost);
        Files.delete(source.resolve("a.npy"));
        assertThat(rebuild("cap=30").text()).isEqualTo(lost);
        assertThat(current()).isEqualTo("v000002");
    }

    @Test
    void anOverwriteMayNotDropIt() {
        SparkSession spark = SparkSession.builder().getOrCreate();
        assertThatThrownBy(() -> spark.read()
                        .format("crops")
                        .load(source.toString())
                        .where("recording = 'b'")
                        .write()
                        .format("crops")
                        .mode("overwrite")
                        .save(target.toString()))
                .hasMessageContaining(
                        "Cannot overwrite v000002: it holds 1 retired recording (a), of which there may be no"
                                + " other copy; write to another folder, or use the mode append");
        assertThat(target.resolve("v000003")).doesNotExist();
    }

    private void assertSurvivesItsSource(String version, String... settings) throws IOException {
        Map<String, String> before = Rebuilds.data(target.resolve(current()));
        Files.delete(source.resolve("a.npy"));
        rebuild(settings);
        assertThat(current()).isEqualTo(version);
        assertThat(states(version).get(0)).startsWith("a retired v00000");
        assertThat(Rebuilds.data(target.resolve(version))).isEqualTo(before);
    }

    private JobOutcome rebuild(String... settings) throws IOException {
        return rebuild(Map.of(), settings);
    }
}
