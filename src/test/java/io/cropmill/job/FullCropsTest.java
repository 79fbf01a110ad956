package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.InspectRequest.InspectOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Crops that fill their lists are counted in padded Parquet, and nothing is said where lists may be of any length. */
@Slow
class FullCropsTest {
    private static final String FIELDS = "source.point-fields=[\"xy:2\",height,intensity]";
    private static final String XY = "source.point-fields=[\"xy:2\"]";
    private static final String NO_RASTER = "rasters.default=null";

    @TempDir
    Path folder;

    private record Outputs(JobOutcome built, JsonNode nightly, JsonNode totals, JsonNode inspected) {}

    private Outputs run(String... settings) throws IOException {
        Path target = folder.resolve("target");
        Path source = folder.resolve("source");
        JobOutcome built = Rebuilds.run(source.toUri(), target.toUri(), settings);
        assertThat(built.status()).as(built.text()).isEqualTo(ExitCode.DONE);
        ObjectMapper json = new ObjectMapper();
        return new Outputs(
                built,
                json.readTree(target.resolve("nightly.json").toFile()),
                json.readTree(target.resolve("v000001/report/validation.json").toFile())
                        .get("totals"),
                json.readTree(Inspections.run(
                                new InspectRequest.SourceFolder(source.toUri()),
                                OptionalLong.of(1_000_000),
                                1,
                                0,
                                Set.of(InspectOption.JSON),
                                settings)
                        .text()));
    }

    private void write(String name, String shape, int... counts) throws IOException {
        Path padded = PaddedFile.write(folder.resolve("padded/" + name + ".npy"), 64, name.hashCode(), counts);
        ParquetFiles.write(padded, folder.resolve("source/" + name + ".parquet"), shape, "{\"row_group_size\": 2}");
    }

    /** Rows of points (1, 2) in two row groups, and the counts beside them. */
    private void writeLists(String lengths, String counts) throws IOException {
        Files.createDirectories(folder.resolve("source"));
        ParquetFiles.script(
                "import sys, pyarrow as pa, pyarrow.parquet as pq; pq.write_table(pa.table({'xy': pa.array([[1.0, 2.0] * n"
                        + " for n in " + lengths + "], pa.list_(pa.float32())), 'point_count': pa.array(" + counts
                        + ", pa.int32())}), sys.argv[1], row_group_size=2)",
                folder.resolve("source/a.parquet").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"padded", "padded-list"})
    void countsCropsThatFillTheirLists(String shape) throws IOException {
        write("a", shape, 64, 3, 64, 0, 10);
        write("b", shape, 63, 64);

        Outputs outputs = run(FIELDS);

        String note = "3 of 7 crops (42.9 %) fill their rows to the last slot: they were probably cut before";
        assertThat(outputs.built().text()).contains("Note: " + note + "\n");
        assertThat(outputs.nightly().get("full_crops").asInt()).isEqualTo(3);
        assertThat(outputs.totals().get("full_crops").asInt()).isEqualTo(3);
        assertThat(outputs.totals().get("padded_slots").asInt()).isEqualTo(7 * 64);
        assertThat(Files.readString(folder.resolve("target/v000001/report/report.html")))
                .contains(note)
                .contains("180 of 448 slots hold no point");
        assertThat(outputs.inspected().get("notes").get(0).asText()).isEqualTo(note);
        assertThat(outputs.inspected().get("full_crops").asInt()).isEqualTo(3);
    }

    /** Of a recording without padding no lists are known to reserve anything. */
    @Test
    void countsThoseOfPaddedRecordingsAlone() throws IOException {
        write("a", "padded-list", 64, 3);
        write("b", "padded-list", 64, 64);

        Outputs outputs = run(FIELDS);

        assertThat(outputs.nightly().get("full_crops").asInt()).isEqualTo(1);
        assertThat(outputs.totals().get("full_crops").asInt()).isEqualTo(1);
        assertThat(outputs.totals().get("padded_slots").asInt()).isEqualTo(2 * 64);
        assertThat(Files.readString(folder.resolve("target/v000001/report/report.html")))
                .contains("61 of 128 slots hold no point");
    }

    @Test
    void saysNothingOfRaggedLists() throws IOException {
        write("a", "flat", 64, 64, 3, 3);

        Outputs outputs = run(FIELDS);

        requireNothingSaid(outputs);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // As long as their counts, and alike by chance.
                "[3, 3, 3, 3] | [3, 3, 3, 3]",
                "[4, 2, 3, 3] | [4, 2, 3, 3]",
                // Empty lists beside those of one point.
                "[1, 0, 1, 1] | [1, 0, 1, 1]",
                // Padded to different lengths, whose average is whole.
                "[4, 2, 4, 2] | [4, 1, 3, 2]",
                "[4, 4, 3, 3] | [4, 1, 3, 2]",
                "[4, 3, 4, 4] | [2, 3, 4, 1]",
            })
    void saysNothingOfListsThatMayHaveAnyLength(String lengths, String counts) throws IOException {
        writeLists(lengths, counts);

        Outputs outputs = run(XY, NO_RASTER);

        requireNothingSaid(outputs);
    }

    @Test
    void countsListsOfOneLengthBesideTheirCounts() throws IOException {
        writeLists("[4, 4, 4, 4]", "[4, 1, 0, 4]");

        Outputs outputs = run(XY, NO_RASTER);

        assertThat(outputs.nightly().get("full_crops").asInt()).isEqualTo(2);
        assertThat(outputs.totals().get("full_crops").asInt()).isEqualTo(2);
    }

    private static void requireNothingSaid(Outputs outputs) {
        assertThat(outputs.built().text()).doesNotContain("fill");
        assertThat(outputs.nightly().get("full_crops").isNull()).isTrue();
        assertThat(outputs.totals().get("full_crops").isNull()).isTrue();
        assertThat(outputs.totals().get("padded_slots").asInt()).isZero();
        assertThat(outputs.inspected().get("full_crops").isNull()).isTrue();
        assertThat(outputs.inspected().get("notes")).isEmpty();
    }
}
