package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cropmill.Slow;
import io.cropmill.config.SettingsException;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.SkippedRecording;
import io.cropmill.report.Progress;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nights one after the other: only what changed is built, and the result is that of a full rebuild. */
@Slow
class IncrementalRebuildTest {
    private static final int CAPACITY = 40;
    private static final String CUT = "; it was cut short; copy or write it again";

    @TempDir
    Path folder;

    private Path source;
    private Path target;

    @BeforeEach
    void firstNight() throws IOException {
        source = folder.resolve("source");
        target = folder.resolve("target");
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 0, 40);
        PaddedFile.write(source.resolve("drive/b.npy"), CAPACITY, 2, 5, 6);
        PaddedFile.write(source.resolve("drive/c.npy"), CAPACITY, 3, 20);
        assertThat(rebuild("cap=30").status()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void aNightWithoutChangesPublishesNothing() throws IOException {
        JobOutcome outcome = rebuild("cap=30");
        assertThat(outcome.status()).isEqualTo(ExitCode.NOTHING);
        assertThat(outcome.text())
                .isEqualTo("Nothing to publish: " + uri(target)
                        + "/v000001 is as the 3 recordings of the source would make it\n");
        assertThat(current()).isEqualTo("v000001");
        assertThat(target.resolve("v000002")).doesNotExist();
    }

    @Test
    void buildsOnlyWhatChanged() throws IOException {
        PaddedFile.write(source.resolve("drive/b.npy"), CAPACITY, 9, 7);
        PaddedFile.write(source.resolve("new.npy"), CAPACITY, 10, 1);
        JobOutcome outcome = rebuild("cap=30");
        assertThat(outcome.text())
                .contains("build, new: new\nbuild, source changed: drive/b\n")
                .containsPattern("unchanged +2\n");
        assertThat(states("v000002"))
                .containsExactly(
                        "a unchanged v000001",
                        "drive/b fresh v000002",
                        "drive/c unchanged v000001",
                        "new fresh v000002");
        assertLinked("a.points.npy", "a.npy", "a.raster.npy", "drive/c.npy");
        assertThat(inode("v000002/drive/b.npy")).isNotEqualTo(inode("v000001/drive/b.npy"));
        assertAsFull("v000002", "cap=30");
        assertThat(rebuild("cap=30").status()).isEqualTo(ExitCode.NOTHING);
    }

    @Test
    void anotherRasterLeavesThePairsAlone() throws IOException {
        String[] settings = {"cap=30", "rasters.half.dtype=float16", "rasters.half.shift=0.5"};
        JobOutcome outcome = rebuild(settings);
        assertThat(outcome.text()).contains("rasters only: a, drive/b, drive/c\n");
        assertLinked("a.points.npy", "a.npy", "a.raster.npy", "drive/c.npy");
        assertThat(states("v000002"))
                .containsExactly("a fresh v000001", "drive/b fresh v000001", "drive/c fresh v000001");
        assertAsFull("v000002", settings);
        assertThat(rebuild(settings).status()).isEqualTo(ExitCode.NOTHING);

        String[] changed = {"cap=30", "rasters.default.height=24", "rasters.half.dtype=float16", "rasters.half.shift=0"
        };
        rebuild(changed);
        assertAsFull("v000003", changed);
        assertThat(inode("v000003/a.points.npy")).isEqualTo(inode("v000001/a.points.npy"));

        rebuild("cap=30", "rasters.default.height=24");
        assertThat(Rebuilds.data(target.resolve("v000004"))).hasSize(9);
        assertAsFull("v000004", "cap=30", "rasters.default.height=24");
    }

    @Test
    void settingsThatChangeNoByteOfARecordingDoNotBuildItAgain() throws IOException {
        JobOutcome seed = rebuild("cap=30", "seed=5");
        assertThat(seed.text()).contains("build, settings changed: a\n").containsPattern("unchanged +2\n");
        assertAsFull("v000002", "cap=30", "seed=5");
        JobOutcome cap = rebuild("cap=35", "seed=5");
        assertThat(cap.text()).contains("build, settings changed: a\n");
        assertAsFull("v000003", "cap=35", "seed=5");
        rebuild("cap=35", "seed=5", "points.layout=plain");
        assertThat(states("v000004"))
                .containsExactly("a fresh v000004", "drive/b fresh v000004", "drive/c fresh v000004");
    }

    @Test
    void saysInAPlanWhatWouldBeDoneAndWhy() throws IOException {
        PaddedFile.write(source.resolve("drive/b.npy"), CAPACITY, 9, 7);
        PaddedFile.write(source.resolve("new.npy"), CAPACITY, 10, 1);
        Files.delete(source.resolve("drive/c.npy"));
        Files.delete(target.resolve("v000001/a.points.npy"));
        List<String> before = Rebuilds.files(target);
        JobOutcome outcome = Rebuilds.run(
                uri(source), uri(target), Set.of(RebuildRequest.RebuildOption.DRY_RUN), "cap=30", "max-vanished=1");
        assertThat(outcome.text()).contains("""
                        build, new                    1
                        build, source changed         1
                        build, files gone or resized  1
                        unchanged                     0
                        vanished                      1

                        build, new: new
                        build, source changed: drive/b
                        build, files gone or resized: a
                        vanished: drive/c

                        recordings to build   3
                        """);
        assertThat(Rebuilds.files(target)).isEqualTo(before);
    }

    @Test
    void leavesOutWhatVanishedUnlessItIsTooMuch() throws IOException {
        Files.delete(source.resolve("a.npy"));
        JobOutcome refused = rebuild("cap=30");
        assertThat(refused.status()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.text())
                .isEqualTo("Nothing was published: 1 of 3 recordings vanished from the source (a), more than"
                        + " max-vanished = 0.1 allows; check that the source is mounted and whole, or allow it once with"
                        + " --set max-vanished=1\n");
        assertThat(current()).isEqualTo("v000001");
        rebuild("cap=30", "max-vanished=0.34");
        assertThat(states("v000002")).containsExactly("drive/b unchanged v000001", "drive/c unchanged v000001");
    }

    @Test
    void anEmptySourcePublishesNothing() throws IOException {
        for (String file : List.of("a.npy", "drive/b.npy", "drive/c.npy")) {
            Files.delete(source.resolve(file));
        }
        assertThatThrownBy(() -> rebuild("cap=30", "max-vanished=1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "Expected recordings (*.npy or *.parquet), but found no files; check that the source is mounted");
        assertThat(current()).isEqualTo("v000001");
        assertThat(nightly().get("code").asInt()).isEqualTo(1);
        assertThat(nightly().get("message").asText()).contains("check that the source is mounted");
    }

    @Test
    void aBadRecordingStaysAsItWas() throws IOException {
        byte[] whole = Files.readAllBytes(source.resolve("a.npy"));
        Files.write(source.resolve("a.npy"), java.util.Arrays.copyOf(whole, whole.length - 1));
        assertThat(rebuild("cap=30").status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        JobOutcome outcome = rebuild("cap=30", "on-bad-recording=skip");
        assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(states("v000002"))
                .containsExactly("a stale v000001", "drive/b unchanged v000001", "drive/c unchanged v000001");
        assertThat(manifest("v000002").skipped())
                .containsExactly(
                        new SkippedRecording("a", "[a.npy] Expected 2,040 bytes of data, but found 2,039" + CUT));
        assertThat(Rebuilds.data(target.resolve("v000002"))).isEqualTo(Rebuilds.data(target.resolve("v000001")));
        assertThat(outcome.text())
                .startsWith("Bad recordings in " + uri(source)
                        + ":\n[a.npy] Expected 2,040 bytes of data, but found 2,039" + CUT + "\n\n" + "Published "
                        + uri(target) + "/v000002: 3 recordings, 6 crops, 64 points\n\n")
                .containsPattern("unchanged +2\nskipped, bad: kept as before +1\n")
                .doesNotContain("recordings built", "all equal")
                .contains("Validated: nothing was built, so there was nothing to compare; report: ");
        assertThat(nightly().get("result").asText()).isEqualTo("bad recordings skipped");
        assertThat(nightly().get("skipped").toString())
                .isEqualTo("{\"count\":1,\"kept\":1,\"left_out\":0,\"first\":{\"a\":\"[a.npy] Expected 2,040 bytes of"
                        + " data, but found 2,039" + CUT + "\"}}");
        assertThat(new SparkJobs(Progress.silent())
                        .status(new StatusRequest(uri(target), StatusRequest.StatusFormat.TEXT))
                        .text())
                .contains("; 1 stale\n");

        JobOutcome again = rebuild("cap=30", "on-bad-recording=skip");
        assertThat(again.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(again.text())
                .isEqualTo(
                        "Bad recordings in " + uri(source) + ":\n[a.npy] Expected 2,040 bytes of data, but found 2,039"
                                + CUT + "\n\nNothing to publish: " + uri(target)
                                + "/v000002 is as the 3 recordings of the source would make it, but for 1 bad recording: 1 kept"
                                + " as before\n");
        assertThat(current()).isEqualTo("v000002");

        Files.write(source.resolve("a.npy"), whole);
        assertThat(rebuild("cap=30").status()).isEqualTo(ExitCode.DONE);
        assertThat(states("v000003")).contains("a fresh v000003");
        assertAsFull("v000003", "cap=30");
    }

    @Test
    void aBadRecordingThatOtherSettingsWouldChangeIsLeftOutUnlessItIsTooMuch() throws IOException {
        Files.write(source.resolve("a.npy"), new byte[10]);
        Files.delete(source.resolve("drive/c.npy"));
        String[] settings = {"cap=20", "on-bad-recording=skip", "max-vanished=0.5"};
        String refusal = "2 of 3 recordings would be gone, bad ones among them that were made under other settings (a,"
                + " drive/c), more than max-vanished = 0.5 allows; fix their sources, or take the settings back until"
                + " they are fixed, or allow it once with --set max-vanished=1";
        assertThat(rebuild(settings))
                .isEqualTo(new JobOutcome(ExitCode.REFUSED, "Nothing was published: " + refusal + "\n"));
        assertThat(Rebuilds.run(uri(source), uri(target), Set.of(RebuildRequest.RebuildOption.DRY_RUN), settings)
                        .text())
                .isEqualTo("Nothing was published: " + refusal + "\n");
        assertThat(current()).isEqualTo("v000001");

        PaddedFile.write(source.resolve("drive/c.npy"), CAPACITY, 3, 30);
        JobOutcome outcome = rebuild(settings);
        assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(outcome.text())
                .contains("\n\nNo longer in the dataset, since they are bad and were made under other settings: a\n\n");
        assertThat(states(current())).containsExactly("drive/b fresh v000002", "drive/c fresh v000002");
        assertThat(manifest(current()).skipped())
                .extracting(SkippedRecording::name)
                .containsExactly("a");
    }

    @Test
    void contentDecidesWhereItIsAskedFor() throws IOException {
        String[] settings = {"cap=30", "source.fingerprint=content"};
        assertThat(rebuild(settings).text()).contains("build, source changed: a, drive/b, drive/c\n");
        Path file = source.resolve("a.npy");
        FileTime time = Files.getLastModifiedTime(file);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_600_000_000_000L));
        assertThat(rebuild(settings).status()).isEqualTo(ExitCode.NOTHING);
        byte[] content = Files.readAllBytes(file);
        content[content.length - 1] ^= 1;
        Files.write(file, content);
        Files.setLastModifiedTime(file, time);
        assertThat(rebuild(settings).text()).contains("build, source changed: a\n");
        assertAsFull("v000003", settings);
        assertThat(rebuild("cap=30").status()).isEqualTo(ExitCode.NOTHING);
    }

    @Test
    void aBadRecordingThatStaysGetsTheNewRaster() throws IOException {
        byte[] whole = Files.readAllBytes(source.resolve("a.npy"));
        Files.write(source.resolve("a.npy"), java.util.Arrays.copyOf(whole, whole.length - 1));
        JobOutcome outcome = rebuild("cap=30", "rasters.half.dtype=float16", "on-bad-recording=skip");
        assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(current()).isEqualTo("v000002");
        assertThat(states("v000002"))
                .containsExactly("a stale v000001", "drive/b fresh v000001", "drive/c fresh v000001");
        Files.write(source.resolve("a.npy"), whole);
        assertAsFull("v000002", "cap=30", "rasters.half.dtype=float16");
    }

    @Test
    void buildsAllWhereAllAreAskedFor() throws IOException {
        JobOutcome outcome =
                Rebuilds.run(uri(source), uri(target), Set.of(RebuildRequest.RebuildOption.FULL), "cap=30");
        assertThat(outcome.text()).contains("build, all asked for: a, drive/b, drive/c\n");
        assertThat(Rebuilds.data(target.resolve("v000002"))).isEqualTo(Rebuilds.data(target.resolve("v000001")));
        assertThat(inode("v000002/a.npy")).isNotEqualTo(inode("v000001/a.npy"));
    }

    @Test
    void refusesARasterOfAFieldThatPairsDoNotHave() {
        assertThatThrownBy(() -> rebuild("cap=30", "rasters.odd.channels=[max(speed)]"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("speed");
    }

    @Test
    void notesHowItEnded() throws IOException {
        JsonNode first = nightly();
        assertThat(first.get("code").asInt()).isZero();
        assertThat(first.get("result").asText()).isEqualTo("done");
        assertThat(first.get("live").get("version").asText()).isEqualTo("v000001");
        assertThat(first.get("recordings").get("built_new").toString())
                .isEqualTo("{\"count\":3,\"first\":[\"a\",\"drive/b\",\"drive/c\"]}");
        assertThat(first.get("source").asText()).isEqualTo(uri(source).toString());
        assertThat(first.get("command").asText())
                .isEqualTo("jobs/cropmill rebuild --source " + uri(source) + " --target " + uri(target));
        JobOutcome outcome =
                Rebuilds.run(uri(source), uri(target), Set.of(RebuildRequest.RebuildOption.BRIEF), "cap=30");
        assertThat(outcome.text())
                .matches("unchanged, live is v000001: 0 build, new; 0 build, source changed; 3 unchanged; [0-9.]+ s,"
                        + " exit code 0\n");
        assertThat(nightly().get("result").asText()).isEqualTo("unchanged");
        assertThat(Rebuilds.files(target)).noneMatch(file -> file.contains("/.") || file.startsWith("."));
    }

    private JobOutcome rebuild(String... settings) throws IOException {
        return Rebuilds.run(uri(source), uri(target), settings);
    }

    /** Without the slash that a folder which exists gets. */
    private static URI uri(Path folder) {
        return URI.create(folder.toUri().toString().replaceFirst("/$", ""));
    }

    private String current() throws IOException {
        return Files.readString(target.resolve("CURRENT")).strip();
    }

    private JsonNode nightly() throws IOException {
        return new JsonMapper().readTree(Files.readString(target.resolve("nightly.json"), StandardCharsets.UTF_8));
    }

    private Manifest manifest(String version) throws IOException {
        try (Storage storage = Storages.of(target.toString(), new Configuration(false))) {
            return new Dataset(storage).manifest(version);
        }
    }

    private List<String> states(String version) throws IOException {
        return manifest(version).recordings().stream()
                .map((RecordingEntry entry) -> entry.name() + " " + entry.state() + " " + entry.builtIn())
                .toList();
    }

    private Object inode(String file) throws IOException {
        return Files.getAttribute(target.resolve(file), "unix:ino");
    }

    private void assertLinked(String... files) throws IOException {
        for (String file : files) {
            assertThat(inode("v000002/" + file)).as(file).isEqualTo(inode("v000001/" + file));
        }
    }

    /** A version has the bytes that a build of everything gives. */
    private void assertAsFull(String version, String... settings) throws IOException {
        Path full = folder.resolve("full-" + version);
        Rebuilds.run(uri(source), uri(full), settings);
        Map<String, String> expected = Rebuilds.data(full.resolve("v000001"));
        assertThat(Rebuilds.data(target.resolve(version))).isEqualTo(expected);
    }
}
