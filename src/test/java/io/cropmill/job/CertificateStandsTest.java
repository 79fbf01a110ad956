package io.cropmill.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.job.Jobs.ExpireRequest;
import io.cropmill.job.Jobs.RebuildRequest.RebuildOption;
import io.cropmill.job.Jobs.RetireRequest;
import io.cropmill.job.Jobs.RollbackRequest;
import io.cropmill.job.Jobs.StatusRequest;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A certificate stands, whatever became of CURRENT, of marks and of sources. */
@Slow
class CertificateStandsTest extends FailingRebuilds {
    private static final Duration STALE = Duration.ofMinutes(5);
    private static final String ANOTHER = "[a.npy] Expected the file that recording 'a' was retired with, but found"
            + " another; move it away or give it another name";

    private final Jobs jobs = new SparkJobs(Progress.silent());
    private Map<String, String> first;

    @BeforeEach
    void retireOneAndGoOn() throws IOException {
        rebuild(Map.of());
        first = Rebuilds.data(target.resolve("v000001"));
        retire();
        PaddedFile.writeZeroPadded(source.resolve("b.npy"), CAPACITY, 5, 21);
        rebuild(Map.of());
        assertThat(states("v000003")).containsExactly("a retired v000001", "b fresh v000003");
    }

    private void retire() throws IOException {
        assertThat(jobs.retire(new RetireRequest(
                                uri(source),
                                uri(target),
                                List.of("a"),
                                SettingsLoader.defaults(),
                                RetireRequest.OnLoss.REFUSE))
                        .status())
                .isEqualTo(ExitCode.DONE);
    }

    private String lost() {
        return "[" + uri(target) + "/CURRENT] Expected the name of the live version, but found no file, though v000001,"
                + " v000002 and v000003 were published; make v000003 live again with: jobs/cropmill rollback --target "
                + uri(target) + " --to v000003";
    }

    @Test
    void noCommandWritesWhereCurrentIsLost() throws IOException {
        Files.delete(source.resolve("a.npy"));
        Files.delete(target.resolve("CURRENT"));
        List<String> before = versionFiles();
        for (Set<RebuildOption> options :
                List.of(Set.<RebuildOption>of(), Set.of(RebuildOption.FULL), Set.of(RebuildOption.DRY_RUN))) {
            JobOutcome outcome = Rebuilds.run(uri(source), uri(target), options);
            assertThat(outcome.status()).isEqualTo(ExitCode.REFUSED);
            assertThat(outcome.text()).isEqualTo("Nothing was published: " + lost() + "\n");
        }
        for (ExpireRequest.ExpireMode mode : ExpireRequest.ExpireMode.values()) {
            assertThatThrownBy(() -> expire(mode))
                    .isInstanceOf(IOException.class)
                    .hasMessage(lost());
        }
        assertThatThrownBy(this::retire).isInstanceOf(IOException.class).hasMessage(lost());
        for (String mode : List.of("overwrite", "append", "ignore", "error")) {
            assertThatThrownBy(() -> write(mode)).hasMessageContaining(lost());
        }
        assertThatThrownBy(() -> rollback(Optional.empty())).hasMessage(lost());
        assertThat(jobs.status(new StatusRequest(uri(target), StatusRequest.StatusFormat.TEXT))
                        .text())
                .contains("\nlive      none\n")
                .endsWith("\nProblem: " + lost() + "\n");
        assertThat(versionFiles()).isEqualTo(before);
        assertThat(target.resolve("v000004")).doesNotExist();

        assertThat(rollback(Optional.of("v000003")).text())
                .isEqualTo(
                        "v000003 is live now; no version was before. The next rebuild publishes the source as it is then: stop nightly runs until the source is fixed\n");
        assertThat(rebuild(Map.of()).status()).isEqualTo(ExitCode.NOTHING);
        assertThat(Rebuilds.data(target.resolve("v000003")))
                .containsAllEntriesOf(Map.of("a.npy", first.get("a.npy"), "a.points.npy", first.get("a.points.npy")));
    }

    @Test
    void aRollbackWithoutCurrentObeysTheCertificates() throws IOException {
        Files.delete(target.resolve("CURRENT"));
        assertThatThrownBy(() -> rollback(Optional.of("v000001")))
                .hasMessageStartingWith("Cannot roll back to v000001: a must be retired in it,");
        assertThat(target.resolve("CURRENT")).doesNotExist();
        assertThat(rollback(Optional.of("v000002")).status()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void damageOfCurrentIsToldWithTheCommandThatMendsIt() throws IOException {
        Files.writeString(target.resolve("CURRENT"), "");
        JobOutcome outcome = rebuild(Map.of());
        assertThat(outcome.status()).isEqualTo(ExitCode.REFUSED);
        assertThat(outcome.text())
                .isEqualTo(
                        "Nothing was published: [CURRENT] Expected one line with a version such as v000007, but found"
                                + " \"\"; make v000003 live again with: jobs/cropmill rollback --target " + uri(target)
                                + " --to v000003\n");
        assertThat(rollback(Optional.of("v000003")).status()).isEqualTo(ExitCode.DONE);
        assertThat(rebuild(Map.of()).status()).isEqualTo(ExitCode.NOTHING);
    }

    /** As a backup of yesterday may have it. */
    @Test
    void nothingIsBuiltUponAVersionWithoutIt() throws IOException {
        Files.delete(source.resolve("a.npy"));
        Files.writeString(target.resolve("CURRENT"), "v000001\n");
        String without = "[" + uri(target) + "/v000001] Expected a live version in which a is retired, but a, which"
                + " retired/a.json certifies, is fresh; make v000003 live again with: jobs/cropmill rollback --target "
                + uri(target) + " --to v000003";
        assertThat(rebuild(Map.of()).text()).isEqualTo("Nothing was published: " + without + "\n");
        for (ExpireRequest.ExpireMode mode : ExpireRequest.ExpireMode.values()) {
            assertThatThrownBy(() -> expire(mode)).hasMessage(without);
        }
        for (String mode : List.of("overwrite", "append")) {
            assertThatThrownBy(() -> write(mode)).hasMessageContaining(without);
        }
        assertThat(target.resolve("v000004")).doesNotExist();
        assertThat(rollback(Optional.of("v000003")).status()).isEqualTo(ExitCode.DONE);
        assertThat(rebuild(Map.of()).status()).isEqualTo(ExitCode.NOTHING);
    }

    @Test
    void expireRemovesNothingWhileItsFilesAreMissing() throws IOException {
        Files.delete(target.resolve("v000003/a.points.npy"));
        List<String> before = versionFiles();
        assertThatThrownBy(() -> expire(ExpireRequest.ExpireMode.REMOVE))
                .hasMessage("Cannot expire: expected "
                        + Files.size(target.resolve("v000001/a.points.npy"))
                        + " bytes in v000003/a.points.npy, but found no file; a is retired, and versions that would be"
                        + " removed may hold its last copy: bring the file back first");
        assertThat(versionFiles()).isEqualTo(before);
    }

    @Test
    void aCertificateThatCannotBeReadIsAnErrorByItsName() throws IOException {
        Path certificate = target.resolve("retired/a.json");
        String whole = Files.readString(certificate);
        for (String damaged : List.of(
                "",
                whole.substring(0, 100),
                whole.replace("\"format\" : 2", "\"format\" : 9"),
                whole.replace("\"recording\" : \"a\"", "\"recording\" : \"b\""),
                whole.replaceFirst("\"sha256\" : \"[0-9a-f]{64}\"", "\"sha256\" : \"00\""))) {
            Files.writeString(certificate, damaged, UTF_8);
            for (JobOutcome outcome : List.of(rebuild(Map.of()), rebuild(Map.of(), "cap=20"))) {
                assertThat(outcome.text()).startsWith("Nothing was published: [retired/a.json] Expected ");
            }
            assertThatThrownBy(() -> expire(ExpireRequest.ExpireMode.REMOVE))
                    .hasMessageStartingWith("[retired/a.json] ");
            assertThatThrownBy(() -> write("overwrite")).hasMessageContaining("[retired/a.json] ");
            assertThatThrownBy(() -> rollback(Optional.of("v000002"))).hasMessageStartingWith("[retired/a.json] ");
            assertThatThrownBy(this::retire).hasMessageStartingWith("[retired/a.json] ");
            assertThat(jobs.status(new StatusRequest(uri(target), StatusRequest.StatusFormat.TEXT))
                            .text())
                    .contains("\nProblem: [retired/a.json] ");
        }
        Files.writeString(certificate, whole);
        assertThat(rebuild(Map.of()).status()).isEqualTo(ExitCode.NOTHING);
    }

    @Test
    void anotherSourceOfItsLengthAndTimeIsABadRecording() throws IOException {
        replaceKeepingLengthAndTime();
        for (Set<RebuildOption> options :
                List.of(Set.of(RebuildOption.FULL), Set.of(RebuildOption.FULL, RebuildOption.DRY_RUN))) {
            JobOutcome outcome = Rebuilds.run(uri(source), uri(target), options);
            assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
            assertThat(outcome.text()).startsWith("Bad recordings in " + uri(source) + ":\n" + ANOTHER + "\n");
        }
        assertThat(current()).isEqualTo("v000003");
        JobOutcome skipped =
                Rebuilds.run(uri(source), uri(target), Set.of(RebuildOption.FULL), "on-bad-recording=skip");
        assertThat(skipped.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(states(current())).containsExactly("a retired v000001", "b fresh " + current());
        assertThat(Rebuilds.data(target.resolve(current())))
                .containsEntry("a.points.npy", first.get("a.points.npy"))
                .containsEntry("a.npy", first.get("a.npy"));
    }

    @Test
    void aDamagedPairIsNotMadeAnewFromAnotherSource() throws IOException {
        replaceKeepingLengthAndTime();
        Files.delete(target.resolve("v000003/a.points.npy"));
        String lost =
                "Nothing was published: files of 1 retired recording are missing (a), and what they were made of is"
                        + " gone, damaged or another; restore the files from a backup\n";
        for (String[] settings : List.of(new String[] {}, new String[] {"on-bad-recording=skip"})) {
            JobOutcome outcome = rebuild(Map.of(), settings);
            assertThat(outcome.status()).isEqualTo(ExitCode.REFUSED);
            assertThat(outcome.text()).isEqualTo(lost);
        }
        Files.delete(source.resolve("a.npy"));
        assertThat(rebuild(Map.of()).text()).isEqualTo(lost);
        assertThat(current()).isEqualTo("v000003");
    }

    /** A copy without its times, from a backup, is the source all the same. */
    @Test
    void itsSourceIsToldByItsContent() throws IOException {
        Files.setLastModifiedTime(source.resolve("a.npy"), FileTime.fromMillis(1_600_000_000_000L));
        assertThat(rebuild(Map.of()).status()).isEqualTo(ExitCode.NOTHING);
        Files.delete(target.resolve("v000003/a.points.npy"));
        assertThat(rebuild(Map.of()).text()).contains("build, files gone or resized: a\n");
        assertThat(states("v000004")).containsExactly("a retired v000004", "b unchanged v000003");
        assertThat(Rebuilds.data(target.resolve("v000004"))).containsEntry("a.points.npy", first.get("a.points.npy"));
    }

    /** Its length is right, so only what reads it can tell. */
    @Test
    void noRastersAreMadeOfADamagedPair() throws IOException {
        flipLastByte(target.resolve("v000003/a.points.npy"));
        assertThatThrownBy(() -> rebuild(Map.of(), "rasters.half.dtype=float16"))
                .isInstanceOf(IOException.class)
                .hasMessageMatching(
                        "\\[v000004/a.points.npy\\] Expected 880 bytes with crc32c [0-9a-f]{8}, but found 880"
                                + " bytes with crc32c [0-9a-f]{8}; the file was damaged after it was published: build it again"
                                + " with --full or, where its source is gone, restore it from a backup");
        assertThat(current()).isEqualTo("v000003");
    }

    @Test
    void whatIsBuiltAnewIsWhatWasCertified() throws IOException {
        Path certificate = target.resolve("retired/a.json");
        String whole = Files.readString(certificate);
        int points = whole.indexOf("sha256", whole.indexOf("a.points.npy\"")) + "sha256\" : \"".length();
        String other = whole.substring(0, points) + "0".repeat(64) + whole.substring(points + 64);
        Files.writeString(certificate, other);
        JobOutcome outcome = Rebuilds.run(uri(source), uri(target), Set.of(RebuildOption.FULL));
        assertThat(outcome.status()).isEqualTo(ExitCode.REFUSED);
        assertThat(outcome.text())
                .matches("Nothing was published: \\[v000004/a.points.npy\\] Expected the bytes that retired/a.json"
                        + " certifies, sha256 0{64}, but found [0-9a-f]{64}; the same source and settings gave other bytes"
                        + " than when a was retired, and its pair can only be restored from a backup\n");
        assertThat(current()).isEqualTo("v000003");
        assertThat(Rebuilds.files(target.resolve("v000004"))).containsExactly("OWNER");
    }

    @Test
    void nothingIsBuiltAnewThatNoCertificateCanProve() throws IOException {
        Files.delete(target.resolve("retired/a.json"));
        JobOutcome outcome = Rebuilds.run(uri(source), uri(target), Set.of(RebuildOption.FULL));
        assertThat(outcome.status()).isEqualTo(ExitCode.REFUSED);
        assertThat(outcome.text())
                .isEqualTo(
                        "Nothing was published: [retired/a.json] Expected the certificate of a, which is retired, but"
                                + " found none, so nothing can prove what would be built again; restore it from a backup, or"
                                + " retire the recording again\n");
        retire();
        assertThat(Rebuilds.run(uri(source), uri(target), Set.of(RebuildOption.FULL))
                        .status())
                .isEqualTo(ExitCode.DONE);
        assertThat(Rebuilds.data(target.resolve("v000004"))).containsEntry("a.points.npy", first.get("a.points.npy"));
    }

    /** Certificates among them, but no locks. */
    private List<String> versionFiles() throws IOException {
        return Rebuilds.files(target).stream()
                .filter(file -> file.contains("/"))
                .toList();
    }

    private void replaceKeepingLengthAndTime() throws IOException {
        Path file = source.resolve("a.npy");
        FileTime time = Files.getLastModifiedTime(file);
        long length = Files.size(file);
        PaddedFile.write(file, CAPACITY, 9, 3, 0, 40);
        Files.setLastModifiedTime(file, time);
        assertThat(Files.size(file)).isEqualTo(length);
    }

    private static void flipLastByte(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
    }

    private JobOutcome expire(ExpireRequest.ExpireMode mode) throws IOException {
        return jobs.expire(new ExpireRequest(uri(target), new ExpiryRule(1, Duration.ZERO), STALE, mode));
    }

    private JobOutcome rollback(Optional<String> version) throws IOException {
        return jobs.rollback(new RollbackRequest(uri(target), version, STALE));
    }

    private void write(String mode) {
        SparkSession.builder()
                .getOrCreate()
                .read()
                .format("crops")
                .load(source.toString())
                .where("recording = 'b'")
                .write()
                .format("crops")
                .mode(mode)
                .save(target.toString());
    }
}
