package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.config.SettingsException;
import io.cropmill.config.SettingsLoader;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.job.Jobs.ValidateRequest;
import io.cropmill.report.Progress;
import io.cropmill.validate.Pairs;
import io.cropmill.validate.UserGrids;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Slow
class ValidateJobTest {
    private static final SparkJobs JOBS = new SparkJobs(Progress.silent());

    @TempDir
    Path folder;

    @BeforeAll
    static void startSpark() {
        LocalSpark.start();
    }

    private Pairs source(int recordings) throws IOException {
        Pairs pairs = new Pairs(folder);
        for (int recording = 0; recording < recordings; recording++) {
            pairs.writeSource(String.format("r%03d", recording), recording, 3, 12, 0, 7);
        }
        return pairs;
    }

    private static void rebuild(Path source, Path target, String... settings) throws IOException {
        JobOutcome outcome = JOBS.rebuild(new RebuildRequest(
                source.toUri(),
                target.toUri(),
                SettingsLoader.load(Optional.empty(), List.of(settings)),
                Set.of(RebuildRequest.RebuildOption.NO_VALIDATE)));
        assertThat(outcome.status()).isEqualTo(ExitCode.DONE);
    }

    private static void damage(Path file, int fromEnd) throws IOException {
        byte[] content = Files.readAllBytes(file);
        content[content.length - fromEnd] ^= 1;
        // Published names may share a file with others.
        Files.delete(file);
        Files.write(file, content);
    }

    private JobOutcome validate(Pairs pairs, Optional<URI> report, String... settings) throws IOException {
        return JOBS.validate(request(pairs, Optional.empty(), Optional.empty(), report, settings));
    }

    private static ValidateRequest request(
            Pairs pairs,
            Optional<String> version,
            Optional<UserGrids> against,
            Optional<URI> report,
            String... settings) {
        return new ValidateRequest(
                pairs.sourceFolder.toUri(),
                pairs.targetFolder.toUri(),
                SettingsLoader.load(Optional.empty(), List.of(settings)),
                version,
                against,
                report);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cap=4096",
                "cap=1000 seed=12345678901234567890",
                "cap=100 points.layout=plain rasters.default.dtype=float16",
                "rasters.default.channels=[count,occupancy,density,max(height),min(height),mean(height),top(intensity),"
                        + "max(xy.0),min(xy.1),mean(xy.1),top(xy.0)]",
                "rasters.shifted.shift=0.7 seed=7 split-bytes=1MB",
                "rasters.default=null"
            })
    void findsRealRecordingsEqual(String settings) throws IOException {
        Path recordings = Shared.path("data/recordings");
        rebuild(recordings, folder, settings.split(" "));

        JobOutcome outcome = JOBS.validate(new ValidateRequest(
                recordings.toUri(),
                folder.toUri(),
                SettingsLoader.load(Optional.empty(), List.of("split-bytes=1MB")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));

        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void findsOneBitInTheLastCropOfAHundredRecordings() throws IOException {
        Pairs pairs = source(100);
        rebuild(pairs.sourceFolder, pairs.targetFolder, "cap=8");
        URI report = folder.resolve("report").toUri();
        assertThat(validate(pairs, Optional.of(report)))
                .isEqualTo(new JobOutcome(
                        ExitCode.DONE,
                        "Equal: " + uri(pairs.targetFolder) + "/v000001 gives what " + uri(pairs.sourceFolder)
                                + " gave\n\n"
                                + "recordings        100\n"
                                + "crops             400\n"
                                + "crops compared    400\n"
                                + "points kept     1,800\n"
                                + "failures            0\n"
                                + "warnings            0\n"
                                + "\nNote: 58 of 1,800 points (3.2 %) reach no cell of raster default: 33 outside x,"
                                + " 26 outside y (1 outside both)\n"
                                + "Note: 100 of 400 crops (25.0 %) fill their rows to the last slot: they were probably"
                                + " cut before\n"
                                + "\nReport: " + uri(folder.resolve("report")) + "\n"));
        Path last = pairs.targetFolder.resolve("v000001/r099.raster.npy");
        damage(last, 4);

        JobOutcome outcome = validate(pairs, Optional.of(report));

        assertThat(outcome.status()).isEqualTo(ExitCode.VALIDATION_FAILED);
        assertThat(outcome.text())
                .startsWith("NOT EQUAL: ")
                .contains(
                        "failure: [v000001/r099.raster.npy] Expected default mean(intensity) of row 3 in cell (47, 47) at"
                                + " byte " + String.format("%,d", Files.size(last) - 4)
                                + ": 0.0, but found 1.4E-45 (1 ulp apart)\n");
        assertThat(Files.readString(folder.resolve("report/validation.json")))
                .contains("\"equal\" : false", "\"recording\" : \"r099\"", "\"row\" : 3", "\"ulps\" : 1,");
        assertThat(Files.readString(folder.resolve("report/report.html"))).contains("r099");
        assertThat(folder.resolve("target/v000001/report")).doesNotExist();
    }

    private static String uri(Path path) {
        return "file://" + path;
    }

    @Test
    void validatesABareFolderOfPairs() throws IOException {
        Pairs pairs = source(3);
        rebuild(pairs.sourceFolder, folder.resolve("other"), "cap=5", "points.layout=plain");
        Files.move(folder.resolve("other/v000001"), pairs.targetFolder);
        for (String name : List.of("manifest.json", "OWNER")) {
            Files.delete(pairs.targetFolder.resolve(name));
        }
        Files.delete(pairs.targetFolder.resolve("r001.raster.npy"));
        Optional<URI> report = Optional.of(folder.resolve("report").toUri());

        assertThat(validate(pairs, report, "cap=5", "points.layout=plain").status())
                .isEqualTo(ExitCode.DONE);
        assertThat(validate(pairs, report, "cap=6", "points.layout=plain").status())
                .isEqualTo(ExitCode.VALIDATION_FAILED);
        assertThatThrownBy(() -> validate(pairs, Optional.empty()))
                .isInstanceOf(SettingsException.class)
                .hasMessage("--report must name a folder, since " + uri(pairs.targetFolder)
                        + " is no dataset but a bare folder of pairs");

        Files.delete(pairs.sourceFolder.resolve("r002.npy"));
        Files.delete(pairs.targetFolder.resolve("r000.npy"));
        assertThat(validate(pairs, report, "cap=5", "points.layout=plain").text())
                .contains(
                        "failure: [r000.npy] Expected a file, but found none\n",
                        "failure: [r002.points.npy] Expected a source recording of that name, but found none\n");
    }

    @Test
    void saysWhatTheVersionLacksAndWhatTheSourceLacks() throws IOException {
        Pairs pairs = source(2);
        rebuild(pairs.sourceFolder, pairs.targetFolder);
        Files.delete(pairs.sourceFolder.resolve("r000.npy"));
        pairs.writeSource("r002", 5, 1);

        assertThat(validate(pairs, Optional.empty()).text())
                .contains(
                        "failure: [r000.npy] Expected the source of a recording that is fresh, but found none; it was not"
                                + " compared\n",
                        "warning: [r002.npy] Expected every recording of the source in v000001, but found one that is not"
                                + " in it: it came later, or was left out\n",
                        "To keep a report: --report DIR\n");
    }

    @Test
    void refusesWhatMakesNoSense() throws IOException {
        Pairs pairs = source(1);
        rebuild(pairs.sourceFolder, pairs.targetFolder);
        UserGrids nothing = new UserGrids(folder.resolve("grids").toUri(), "default", 0, 0);

        assertThatThrownBy(
                        () -> JOBS.validate(request(pairs, Optional.of("v000009"), Optional.empty(), Optional.empty())))
                .hasMessage("--version must be one of [v000001] with a manifest but was v000009");
        assertThatThrownBy(() -> validate(
                        pairs,
                        Optional.of(pairs.targetFolder.resolve("v000001/report").toUri())))
                .hasMessageStartingWith("--report and --target must lie apart");
        assertThatThrownBy(
                        () -> JOBS.validate(request(pairs, Optional.empty(), Optional.of(nothing), Optional.empty())))
                .hasMessage("--against must hold <recording>.grids.npy for some recording, but "
                        + uri(folder.resolve("grids")) + " holds none");
        assertThatThrownBy(() -> JOBS.validate(request(
                        pairs,
                        Optional.empty(),
                        Optional.of(new UserGrids(nothing.folder(), "other", 0, 0)),
                        Optional.empty())))
                .hasMessage("--raster must be one of [default] but was other");
        assertThatThrownBy(() -> validate(pairs, Optional.empty(), "source.count-field=n"))
                .isInstanceOf(SettingsException.class)
                .hasMessage(
                        "[r000.npy] Expected a count field 'n', but found fields [xy, height, intensity, point_count,"
                                + " label, center, timestamp]; name it with source.count-field");
        Files.delete(pairs.targetFolder.resolve("CURRENT"));
        assertThatThrownBy(() -> validate(pairs, Optional.empty()))
                .hasMessage("--version must be one of [v000001], since none of them is live");
    }
}
