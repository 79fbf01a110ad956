package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.SettingsLoader;
import io.cropmill.job.Jobs.RebuildRequest.RebuildOption;
import io.cropmill.job.Jobs.RetireRequest;
import io.cropmill.job.Jobs.ValidateRequest;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pairs of retired recordings, which nothing can make again once their sources are gone. */
@Slow
class RetiredPairsTest extends FailingRebuilds {
    private final Jobs jobs = new SparkJobs(Progress.silent());

    @BeforeEach
    void retireOne() throws IOException {
        rebuild(Map.of());
        retire("a");
        assertThat(states("v000002")).containsExactly("a retired v000001", "b unchanged v000001");
    }

    /** The warning that it cannot be compared must not be all that is said of it. */
    @Test
    void validateReadsBackWhatHasNoSource() throws IOException {
        Files.delete(source.resolve("a.npy"));
        assertThat(validate("0.5").status()).isEqualTo(ExitCode.DONE);
        Path points = target.resolve("v000002/a.points.npy");
        flipLastByte(points);
        JobOutcome damaged = validate("0.5");
        assertThat(damaged.status()).isEqualTo(ExitCode.VALIDATION_FAILED);
        assertThat(damaged.text())
                .containsPattern("\nfailure: \\[v000002/a.points.npy\\] Expected crc32c [0-9a-f]{8}, as it was written,"
                        + " but found [0-9a-f]{8}\n");
        Files.delete(points);
        assertThat(validate("1").text())
                .contains("\nfailure: [v000002/a.points.npy] Expected 880 bytes, as they were written, but found no"
                        + " file\n");
    }

    @Test
    void validateComparesAPairWithItsCertificateBesideItsSource() throws IOException {
        Path certificate = target.resolve("retired/a.json");
        String whole = Files.readString(certificate);
        int points = whole.indexOf("sha256", whole.indexOf("a.points.npy\"")) + "sha256\" : \"".length();
        Files.writeString(certificate, whole.substring(0, points) + "0".repeat(64) + whole.substring(points + 64));
        JobOutcome outcome = validate("0.5");
        assertThat(outcome.status()).isEqualTo(ExitCode.VALIDATION_FAILED);
        assertThat(outcome.text())
                .contains("\nfailure: [v000002/a.points.npy] Expected sha256 " + "0".repeat(64)
                        + ", as retired/a.json certifies, but found " + whole.substring(points, points + 64) + "\n");
    }

    /** Sources are deleted with the folder that they lay in; a dataset without them goes on. */
    @Test
    void worksOnWhereAllAreRetiredAndNoSourceIsLeft() throws IOException {
        Files.delete(source.resolve("a.npy"));
        assertThat(rebuild(Map.of()).status()).isEqualTo(ExitCode.NOTHING);
        Path b = source.resolve("b.npy");
        byte[] content = Files.readAllBytes(b);
        Files.delete(b);
        // One that is not retired.
        assertThatThrownBy(() -> rebuild(Map.of()))
                .hasMessage(
                        "[" + uri(source) + "] Expected recordings (*.npy or *.parquet), but found no files; check that"
                                + " the source is mounted and the path is right");
        Files.write(b, content);
        rebuild(Map.of());
        retire("b");
        Map<String, String> before = Rebuilds.data(target.resolve(current()));
        String version = current();
        Files.delete(b);
        for (boolean gone : List.of(false, true)) {
            if (gone) {
                Files.delete(source);
            }
            String line =
                    "The source " + uri(source) + " is gone or empty: only the 2 retired recordings of the dataset"
                            + " are kept; if that is not meant, check the path\n";
            JobOutcome nothing = rebuild(Map.of());
            assertThat(nothing.status()).isEqualTo(ExitCode.NOTHING);
            assertThat(nothing.text())
                    .isEqualTo(line + "Nothing to publish: " + uri(target) + "/" + version
                            + " holds all of 2 retired recordings\n");
            assertThat(Rebuilds.run(uri(source), uri(target), Set.of(RebuildOption.FULL)))
                    .isEqualTo(nothing);
            assertThat(Rebuilds.run(uri(source), uri(target), Set.of(RebuildOption.DRY_RUN))
                            .text())
                    .startsWith(line);
            assertThat(validate("1").status()).isEqualTo(ExitCode.DONE);
        }
        JobOutcome rastered = rebuild(Map.of(), "rasters.half.dtype=float16");
        assertThat(rastered.status()).isEqualTo(ExitCode.DONE);
        assertThat(Rebuilds.data(target.resolve(current())))
                .containsAllEntriesOf(before)
                .hasSize(8);
        flipLastByte(target.resolve(current()).resolve("b.raster-half.npy"));
        assertThat(validate("1").status()).isEqualTo(ExitCode.VALIDATION_FAILED);
    }

    @Test
    void aFullBuildTakesNoDamagedPairOver() throws IOException {
        Files.delete(source.resolve("a.npy"));
        Path points = target.resolve("v000002/a.points.npy");
        flipLastByte(points);
        JobOutcome outcome = Rebuilds.run(uri(source), uri(target), Set.of(RebuildOption.FULL));
        assertThat(outcome.status()).isEqualTo(ExitCode.REFUSED);
        assertThat(outcome.text())
                .matches("Nothing was published: \\[v000002/a.points.npy\\] Expected crc32c [0-9a-f]{8}, as it was"
                        + " written, but found [0-9a-f]{8}; a is retired and its source is gone, so the file cannot be made"
                        + " again: restore it from a backup, since no other version has it whole\n");
        assertThat(current()).isEqualTo("v000002");
        assertThat(target.resolve("v000003")).doesNotExist();

        // Links share the damage; now they are two files, and the other one is whole.
        Path other = target.resolve("v000001/a.points.npy");
        byte[] bytes = Files.readAllBytes(points);
        Files.delete(points);
        Files.write(points, bytes);
        flipLastByte(other);
        assertThat(Rebuilds.run(uri(source), uri(target), Set.of(RebuildOption.FULL))
                        .text())
                .endsWith(": restore it from v000001/a.points.npy, which has the right checksum\n");
        assertThat(rebuild(Map.of(), "rasters.half.dtype=float16").text())
                .endsWith(": restore it from v000001/a.points.npy, which has the right checksum\n");
        Files.copy(other, points, StandardCopyOption.REPLACE_EXISTING);
        assertThat(Rebuilds.run(uri(source), uri(target), Set.of(RebuildOption.FULL))
                        .status())
                .isEqualTo(ExitCode.DONE);
        assertThat(states("v000003")).containsExactly("a retired v000001", "b fresh v000003");
    }

    private static void flipLastByte(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
    }

    private void retire(String name) throws IOException {
        assertThat(jobs.retire(new RetireRequest(
                                uri(source),
                                uri(target),
                                List.of(name),
                                SettingsLoader.defaults(),
                                RetireRequest.OnLoss.REFUSE))
                        .status())
                .isEqualTo(ExitCode.DONE);
    }

    private JobOutcome validate(String sample) throws IOException {
        return jobs.validate(new ValidateRequest(
                uri(source),
                uri(target),
                SettingsLoader.load(Optional.empty(), List.of("validate.sample=" + sample)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
    }
}
