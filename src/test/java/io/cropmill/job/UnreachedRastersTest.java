package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.Jobs.RebuildRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a rebuild does with points that reach no cell of a raster, and with crops that fill their rows. */
@Slow
class UnreachedRastersTest {
    private static final float NAN = Float.NaN;
    private static final int CAPACITY = 4;
    private static final String[] LAYOUT = {"source.point-fields=[\"xy:2\",height,intensity]", "source.counts=infer"};
    private static final String MAP_COORDINATES = "Nothing was published; what is built waits for the next run:\n"
            + "rasters.default must be reached by a point but was by none of 3: 3 are outside x = [-6.0, 6.0), for x is"
            + " 449999.25 to 450001.5; 3 are outside y = [-6.0, 6.0), for y is 5400000 to 5400002; these are"
            + " places, not distances from a crop's centre, so no range fits: store the points of each crop relative to its"
            + " own centre\n";

    private static final String ELSEWHERE =
            "[map.npy] Expected points in a cell of raster default, which the recordings that are taken over have, but"
                    + " found none among 3: 3 are outside x = [-6.0, 6.0), for x is 449999.25 to 450001.5; 3 are outside"
                    + " y = [-6.0, 6.0), for y is 5400000 to 5400002; store the points of each crop relative to its own centre\n";

    @TempDir
    Path folder;

    private Path source;
    private Path target;

    @BeforeEach
    void nameFolders() throws IOException {
        source = Files.createDirectories(folder.resolve("source"));
        target = folder.resolve("target");
    }

    @Test
    void publishesNothingWhereNoPointReachesARaster() throws IOException {
        writeMapCoordinates("map");

        JobOutcome outcome = rebuild();

        assertThat(outcome).isEqualTo(new JobOutcome(ExitCode.UNREACHED, MAP_COORDINATES));
        assertThat(outcome.status().code()).isEqualTo(2);
        assertThat(target.resolve("CURRENT")).doesNotExist();
        assertThat(nightly().get("code").asInt()).isEqualTo(2);
        assertThat(nightly().get("result").asText()).isEqualTo("raster not reached");
        assertThat(nightly().get("message").asText()).isEqualTo(MAP_COORDINATES.strip());
    }

    /** What the first run built is taken over by the second, whose settings are no better. */
    @Test
    void publishesNothingOfWhatARunBeforeHasBuilt() throws IOException {
        writeMapCoordinates("map");
        rebuild();

        assertThat(rebuild("--no-validate")).isEqualTo(new JobOutcome(ExitCode.UNREACHED, MAP_COORDINATES));
        assertThat(target.resolve("CURRENT")).doesNotExist();
    }

    @Test
    void publishesWithRangesThatHoldMapCoordinates() throws IOException {
        writeMapCoordinates("map");
        rebuild();

        JobOutcome outcome = rebuild("rasters.default = { x = [449999, 450002], y = [5400000, 5400003] }");

        assertThat(outcome.status()).isEqualTo(ExitCode.DONE);
        assertThat(outcome.text()).doesNotContain("Note");
        assertThat(raster(nightly()).toString())
                .isEqualTo("{\"points\":3,\"unreached\":0,\"outside_x\":0,\"outside_y\":0,\"outside_both\":0,"
                        + "\"not_finite\":0,\"unreached_by\":{\"count\":0,\"first\":[]}}");
    }

    /** Night after night: what was built of it is not taken over. */
    @Test
    void namesANewRecordingThatLiesElsewhereThanThoseThatAreTakenOver() throws IOException {
        write("good", new float[] {1, 1, 0, 1});
        assertThat(rebuild().status()).isEqualTo(ExitCode.DONE);
        writeMapCoordinates("map");

        JobOutcome bad = new JobOutcome(
                ExitCode.BAD_RECORDINGS,
                "Bad recordings in " + source.toUri() + ":\n" + ELSEWHERE
                        + "\nNothing was published: 1 bad recording; fix them, or leave them out with on-bad-recording ="
                        + " skip\n");
        assertThat(rebuild()).isEqualTo(bad);
        assertThat(rebuild()).isEqualTo(bad);
        assertThat(bad.status().code()).isEqualTo(1);
        assertThat(Files.readString(target.resolve("CURRENT"))).startsWith("v000001");
    }

    @Test
    void leavesOutANewRecordingThatLiesElsewhereThanThoseThatAreTakenOver() throws IOException {
        write("good", new float[] {1, 1, 0, 1});
        assertThat(rebuild().status()).isEqualTo(ExitCode.DONE);
        writeMapCoordinates("map");
        rebuild();

        JobOutcome outcome = rebuild("on-bad-recording=skip", "max-bad-recordings=1");

        assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(outcome.text()).startsWith("Bad recordings in " + source.toUri() + ":\n" + ELSEWHERE);
        assertThat(nightly().get("skipped").toString()).contains("\"map\"");
        String live = Files.readString(target.resolve("CURRENT")).strip();
        assertThat(target.resolve(live + "/good.npy")).exists();
        assertThat(target.resolve(live + "/map.npy")).doesNotExist();
    }

    /** What it was before is taken over again. */
    @Test
    void leavesOutAChangeAfterWhichARecordingLiesElsewhere() throws IOException {
        write("good", new float[] {1, 1, 0, 1});
        write("map", new float[] {1, 1, 0, 1});
        assertThat(rebuild().status()).isEqualTo(ExitCode.DONE);
        writeMapCoordinates("map");

        JobOutcome outcome = rebuild("on-bad-recording=skip", "max-bad-recordings=1");

        assertThat(outcome.status()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(outcome.text()).startsWith("Bad recordings in " + source.toUri() + ":\n" + ELSEWHERE);
    }

    @Test
    void countsWhatReachesNoCellAndNamesRecordingsNoneOfWhosePointsDo() throws IOException {
        write("good", new float[] {1, 1, 0, 1, 7, 1, 0, 1, 7, -8, 0, 1}, new float[] {2, 2, 0, NAN, 1, -9, 0, 1});
        writeMapCoordinates("map");

        JobOutcome outcome = rebuild("rasters.other = { channels = [count] }");

        assertThat(outcome.status()).isEqualTo(ExitCode.DONE);
        assertThat(outcome.text()).startsWith("""
                        Note: 7 of 8 points (87.5 %) reach no cell of raster default: 5 outside x, 5 outside y (4 outside\
                         both), 1 not finite
                        Note: no point of 1 recording reaches raster default: map
                        Note: 6 of 8 points (75.0 %) reach no cell of raster other: 5 outside x, 5 outside y (4 outside\
                         both)
                        Note: no point of 1 recording reaches raster other: map

                        Published\
                        """);
        assertThat(raster(nightly()).toString())
                .isEqualTo("{\"points\":8,\"unreached\":7,\"outside_x\":5,\"outside_y\":5,\"outside_both\":4,"
                        + "\"not_finite\":1,\"unreached_by\":{\"count\":1,\"first\":[\"map\"]}}");
        JsonNode report = report();
        assertThat(report.get("equal").asBoolean()).isTrue();
        assertThat(report.get("rasters").get(0).get("reach").toString())
                .isEqualTo("{\"points\":8,\"unreached\":7,\"outside_x\":5,\"outside_y\":5,\"outside_both\":4,"
                        + "\"not_finite\":1}");
        assertThat(report.get("rasters").get(1).get("reach").get("unreached").asInt())
                .isEqualTo(6);
        assertThat(report.get("findings").size()).isEqualTo(2);
        assertThat(report.get("findings").get(0).get("kind").asText()).isEqualTo("reach");
        assertThat(report.get("findings").get(0).get("message").asText())
                .isEqualTo("[map.npy] Expected points in a cell of raster default, x in [-6.0, 6.0) and y in [-6.0,"
                        + " 6.0), but found 3 points, 3 outside x, 3 outside y, 3 outside both, 0 not finite");
    }

    @Test
    void namesTheValuesThatARasterUsesWhereNoneIsFinite() throws IOException {
        write("a", new float[] {1, 1, 0, NAN}, new float[] {1, 1, 0, Float.POSITIVE_INFINITY});

        assertThat(rebuild().text())
                .isEqualTo("Nothing was published; what is built waits for the next run:\n"
                        + "rasters.default must be reached by a point but was by none of 2: 2 are not finite in a value"
                        + " that it uses (xy, xy.1, height, intensity); fix the source, or set rasters.default.channels"
                        + " to ones that use only finite fields\n");
        assertThat(rebuild("rasters.default.channels=[density]").status()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void publishesRunsWithoutPoints() throws IOException {
        write("a", new float[0], new float[0]);

        assertThat(rebuild().status()).isEqualTo(ExitCode.DONE);
        assertThat(nightly().get("rasters").toString()).isEqualTo("{}");
    }

    @Test
    void countsNothingForAClassOfTheUsersOwn() throws IOException {
        writeMapCoordinates("map");

        JobOutcome outcome = rebuild("rasters.default.class=" + NumberedRasterizer.class.getName());

        assertThat(outcome.status()).isEqualTo(ExitCode.DONE);
        assertThat(nightly().get("rasters").toString()).isEqualTo("{}");
        assertThat(report().get("rasters").get(0).get("reach").isNull()).isTrue();
    }

    @Test
    void countsCropsThatFillTheirRows() throws IOException {
        float[] full = {1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1};
        write("a", full, new float[] {1, 1, 0, 1}, full);

        JobOutcome outcome = rebuild();

        assertThat(outcome.text())
                .startsWith(
                        "Note: 2 of 3 crops (66.7 %) fill their rows to the last slot: they were probably cut before"
                                + "\n\nPublished");
        assertThat(nightly().get("full_crops").asInt()).isEqualTo(2);
        assertThat(report().get("totals").get("full_crops").asInt()).isEqualTo(2);
        assertThat(Files.readString(target.resolve("v000001/report/report.html")))
                .contains("2 of 3 crops (66.7 %) fill their rows to the last slot: they were probably cut before");
    }

    @Test
    void countsTheFullCropsOfARealRecording() throws IOException {
        Path drive = Files.createDirectories(source.resolve("kitti"));
        Files.copy(Shared.path("data/recordings/kitti/000000.npy"), drive.resolve("000000.npy"));

        JobOutcome inspected = Inspections.run(
                new InspectRequest.SourceFolder(source.toUri()), OptionalLong.of(1_000_000), 1, 0, Set.of());
        JobOutcome built = Rebuilds.run(source.toUri(), target.toUri());

        String note = "28 of 40 crops (70.0 %) fill their rows to the last slot: they were probably cut before\n";
        assertThat(inspected.text()).contains("Notes:\n  " + note);
        assertThat(built.text()).startsWith("Note: " + note + "\nPublished");
        assertThat(raster(nightly()).get("points").asInt()).isEqualTo(142_022);
        assertThat(raster(nightly()).get("unreached").asInt()).isZero();
    }

    /** Padding of NaN is counted as padding by both sides. */
    @Test
    void buildsRowsThatArePaddedWithNaN() throws IOException {
        float[] row = {1, 1, 0, 1, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
        write("a", row, row);

        JobOutcome outcome = rebuild();

        assertThat(outcome.status()).isEqualTo(ExitCode.DONE);
        assertThat(report().get("totals").get("source_points").asInt()).isEqualTo(2);
        assertThat(report().get("rasters").get(0).get("reach").get("unreached").asInt())
                .isZero();
    }

    private void writeMapCoordinates(String name) throws IOException {
        write(name, new float[] {450_001.5f, 5_400_000, 1, 1, 449_999.25f, 5_400_001, 1, 1}, new float[] {
            450_000, 5_400_002, 1, 1
        });
    }

    /** A plain array of crops of (x, y, height, intensity), padded with zeros. */
    private void write(String name, float[]... crops) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(crops.length * CAPACITY * 16).order(ByteOrder.LITTLE_ENDIAN);
        for (int crop = 0; crop < crops.length; crop++) {
            data.position(crop * CAPACITY * 16);
            for (float value : crops[crop]) {
                data.putFloat(value);
            }
        }
        String header =
                "{'descr': '<f4', 'fortran_order': False, 'shape': (" + crops.length + ", " + CAPACITY + ", 4), }";
        Files.write(source.resolve(name + ".npy"), PaddedFile.npy(header, data.array()));
    }

    private JobOutcome rebuild(String... more) throws IOException {
        List<String> settings = new ArrayList<>(List.of(LAYOUT));
        Set<RebuildRequest.RebuildOption> options = Set.of();
        for (String word : more) {
            if (word.equals("--no-validate")) {
                options = Set.of(RebuildRequest.RebuildOption.NO_VALIDATE);
            } else {
                settings.add(word);
            }
        }
        return Rebuilds.run(source.toUri(), target.toUri(), options, settings.toArray(String[]::new));
    }

    private static JsonNode raster(JsonNode nightly) {
        return nightly.get("rasters").get("default");
    }

    private JsonNode nightly() throws IOException {
        return new JsonMapper().readTree(target.resolve("nightly.json").toFile());
    }

    private JsonNode report() throws IOException {
        String version = Files.readString(target.resolve("CURRENT")).strip();
        return new JsonMapper()
                .readTree(target.resolve(version + "/report/validation.json").toFile());
    }
}
