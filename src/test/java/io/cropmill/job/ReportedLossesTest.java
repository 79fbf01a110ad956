package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.job.Jobs.ExportRequest;
import io.cropmill.job.Jobs.ExportRequest.PlainRows;
import io.cropmill.job.Jobs.RetireRequest;
import io.cropmill.job.Jobs.RetireRequest.OnLoss;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a source holds and its pair does not: told by retire, certificates, export and reports alike. */
@Slow
class ReportedLossesTest extends FailingRebuilds {
    private static final String REFUSED =
            "Nothing was retired: the sources hold what the dataset does not, and what would be gone with them:\n";
    private static final String ADVICE =
            "\nKeep the sources, or rebuild with a cap, fields and point counts that keep it all;"
                    + " --accept-loss retires them all the same, and writes into the certificates what is lost\n";
    private static final String NOT_YET = "\nPadding was not looked at yet: only the proof tells of values in it";
    private static final String[] SKIP = {"source.skip-fields=[label, center, of_another_source]"};
    private static final String LEFT_OUT = "label ('<i4'), center (('<f8', (3,)))";

    private final Jobs jobs = new SparkJobs(Progress.silent());

    @Test
    void pointsOverTheCapAreCountedAndRefused() throws IOException {
        rebuild(Map.of(), "cap=30");
        JobOutcome refused = retire(OnLoss.REFUSE, List.of("b", "a"), "cap=30");
        assertThat(refused.status()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.text()).isEqualTo(REFUSED + "a: 10 of 43 points, which the cap cut" + NOT_YET + ADVICE);
        assertThat(target.resolve("retired")).doesNotExist();
        assertThat(target.resolve("v000002")).doesNotExist();
        assertThat(retire(OnLoss.REFUSE, List.of("b"), "cap=30").status()).isEqualTo(ExitCode.DONE);
        assertThat(lost("b").toString()).isEqualTo("{\"points\":0,\"source_points\":20,\"slots\":0,\"fields\":[]}");

        JobOutcome accepted = retire(OnLoss.ACCEPT, List.of("a"), "cap=30");
        assertThat(accepted.status()).isEqualTo(ExitCode.DONE);
        assertThat(accepted.text())
                .endsWith("/retired\nWhat will be lost with the sources, as the certificates say:\na: 10 of 43 points,"
                        + " which the cap cut\n");
        assertThat(lost("a").toString()).isEqualTo("{\"points\":10,\"source_points\":43,\"slots\":0,\"fields\":[]}");
        assertThat(report("v000001").path("losses").toString())
                .isEqualTo("[{\"recording\":\"a\",\"points\":10,\"source_points\":43,\"slots\":0,\"fields\":[]}]");
    }

    @Test
    void fieldsThatSettingsLeaveOutAreNamed() throws IOException {
        rebuild(Map.of(), SKIP);
        JobOutcome refused = retire(OnLoss.REFUSE, List.of("a"), SKIP);
        assertThat(refused.status()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.text())
                .isEqualTo(REFUSED + "a: the fields " + LEFT_OUT + ", which the settings leave out" + NOT_YET + ADVICE);
        // How the source is read stands in the manifest.
        assertThat(retire(OnLoss.REFUSE, List.of("a"))).isEqualTo(refused);
        assertThat(retire(OnLoss.ACCEPT, List.of("a")).status()).isEqualTo(ExitCode.DONE);
        String fields = "[\"label ('<i4')\",\"center (('<f8', (3,)))\"]";
        assertThat(lost("a").toString())
                .isEqualTo("{\"points\":0,\"source_points\":43,\"slots\":0,\"fields\":" + fields + "}");
        assertThat(report("v000001").path("losses").toString())
                .isEqualTo("[{\"recording\":\"a\",\"points\":0,\"source_points\":43,\"slots\":0,\"fields\":" + fields
                        + "}," + "{\"recording\":\"b\",\"points\":0,\"source_points\":20,\"slots\":0,\"fields\":"
                        + fields + "}]");
        assertThat(Files.readString(target.resolve("v000001/report/report.html")))
                .contains("<h3>Fields left out</h3>\n<p>2 recordings, a first: label (&#39;&lt;i4&#39;), center"
                        + " ((&#39;&lt;f8&#39;, (3,)))</p>");
    }

    @Test
    void exportNamesTheSameFields() throws IOException {
        rebuild(Map.of(), SKIP);
        assertThat(export("as-source", Optional.empty()))
                .isEqualTo(new JobOutcome(
                        ExitCode.BAD_RECORDINGS,
                        "Wrote 0 recordings of 0 crops, 0 B, to "
                                + uri(folder.resolve("as-source"))
                                + "\nNot written:\nCannot export a as its source was: the pair does not hold the fields "
                                + LEFT_OUT
                                + ", which the settings leave out; write what it holds with --capacity\n"
                                + "Cannot export b as its source was: the pair does not hold the fields " + LEFT_OUT
                                + ", which the settings leave out; write what it holds with --capacity\n"));
        JobOutcome plain = export("plain", Optional.of(new PlainRows(CAPACITY, "point_count")));
        assertThat(plain.status()).isEqualTo(ExitCode.DONE);
        assertThat(plain.text())
                .endsWith("/plain\nNot in them, since the pairs do not hold it:\na: the fields " + LEFT_OUT
                        + ", which the settings leave out\nb: the fields " + LEFT_OUT
                        + ", which the settings leave out\n");
    }

    @Test
    void columnsOfTextAreNamed() throws IOException {
        source = folder.resolve("parquet");
        Files.createDirectories(source);
        ParquetFiles.script("""
                import sys, pyarrow as pa, pyarrow.parquet as pq
                pq.write_table(pa.table({'p': pa.array([[1.0], [2.0, 3.0]], pa.list_(pa.float32())),
                    'recording': ['t', 't'], 'comment': ['x', 'y'], 'n': pa.array([1, 2], pa.int32())}), sys.argv[1])
                """, source.resolve("t.parquet").toString());
        String[] settings = {"source.point-fields=[\"p:1\"]", "rasters.default=null", "source.skip-fields=[comment]"};
        rebuild(Map.of(), settings);
        assertThat(retire(OnLoss.REFUSE, List.of("t"), settings).text())
                .isEqualTo(REFUSED + "t: the field comment (text), which the settings leave out" + NOT_YET + ADVICE);
        assertThat(retire(OnLoss.ACCEPT, List.of("t"), settings).status()).isEqualTo(ExitCode.DONE);
        assertThat(lost("t").toString())
                .isEqualTo("{\"points\":0,\"source_points\":3,\"slots\":0,\"fields\":[\"comment (text)\"]}");
        assertThat(report("v000001").path("losses").toString())
                .isEqualTo(
                        "[{\"recording\":\"t\",\"points\":0,\"source_points\":3,\"slots\":0,\"fields\":[\"comment (text)\"]}]");
    }

    @Test
    void paddingOfZerosIsNoLoss() throws IOException {
        rebuild(Map.of());
        assertThat(retire(OnLoss.REFUSE, List.of("a", "b")).status()).isEqualTo(ExitCode.DONE);
        assertThat(report("v000001").path("losses").toString()).isEqualTo("[]");
        assertThat(report("v000001").path("equal").booleanValue()).isTrue();
    }

    /** Points, perhaps, of rows whose counts are too low. */
    @Test
    void valuesInPaddingAreCountedAndRefused() throws IOException {
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 38, 0, 40);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, 39);
        rebuild(Map.of());
        String a = "a: 42 slots of padding with values of their own, which no count takes for points";
        String b = "b: 1 slot of padding with values of its own, which no count takes for a point";
        JobOutcome refused = retire(OnLoss.REFUSE, List.of("a", "b"));
        assertThat(refused.status()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.text()).isEqualTo(REFUSED + a + "\n" + b + ADVICE);
        assertThat(target.resolve("retired")).doesNotExist();
        assertThat(target.resolve("v000002")).doesNotExist();

        assertThat(retire(OnLoss.ACCEPT, List.of("a", "b")).text()).endsWith(":\n" + a + "\n" + b + "\n");
        assertThat(lost("a").toString()).isEqualTo("{\"points\":0,\"source_points\":78,\"slots\":42,\"fields\":[]}");
        assertThat(export("as-source", Optional.empty()).text())
                .endsWith("\nNot in them, since the pairs do not hold it:\n" + a + "\n" + b + "\n");
    }

    /** Lists of Parquet have as many slots as values. */
    @Test
    void valuesBehindTheCountsOfListsAreCounted() throws IOException {
        source = folder.resolve("parquet");
        Files.createDirectories(source);
        ParquetFiles.script("""
                import sys, pyarrow as pa, pyarrow.parquet as pq
                pq.write_table(pa.table({'p': pa.array([[1.0, 0.0, 0.0], [2.0, 3.0, 4.0, 2.0]], pa.list_(pa.float32())),
                    'recording': ['t', 't'], 'point_count': pa.array([1, 2], pa.int32())}), sys.argv[1])
                """, source.resolve("t.parquet").toString());
        String[] settings = {"source.point-fields=[\"p:1\"]", "rasters.default=null"};
        rebuild(Map.of(), settings);
        assertThat(retire(OnLoss.REFUSE, List.of("t"), settings).text())
                .isEqualTo(REFUSED + "t: 1 slot of padding with values of its own, which no count takes for a point"
                        + ADVICE);
    }

    @Test
    void realPointsOverTheCapAreCounted() throws IOException {
        source = Shared.path("data/recordings/kitti-wide");
        rebuild(Map.of());
        String lost = "000000: 231,367 of 323,706 points, which the cap cut";
        assertThat(retire(OnLoss.REFUSE, List.of("000000")).text()).isEqualTo(REFUSED + lost + NOT_YET + ADVICE);
        assertThat(retire(OnLoss.ACCEPT, List.of("000000")).text()).endsWith(":\n" + lost + "\n");
        assertThat(lost("000000").toString())
                .isEqualTo("{\"points\":231367,\"source_points\":323706,\"slots\":0,\"fields\":[]}");
        assertThat(report("v000001").path("losses").toString())
                .isEqualTo(
                        "[{\"recording\":\"000000\",\"points\":231367,\"source_points\":323706,\"slots\":0,\"fields\":[]}]");
    }

    private JobOutcome retire(OnLoss onLoss, List<String> names, String... settings) throws IOException {
        return jobs.retire(new RetireRequest(
                uri(source), uri(target), names, SettingsLoader.load(Optional.empty(), List.of(settings)), onLoss));
    }

    private JobOutcome export(String folderName, Optional<PlainRows> plain) throws IOException {
        Path output = folder.resolve(folderName);
        return jobs.export(new ExportRequest(uri(target), Optional.empty(), List.of(), uri(output), plain));
    }

    private JsonNode lost(String recording) throws IOException {
        return new JsonMapper()
                .readTree(target.resolve("retired/" + recording + ".json").toFile())
                .path("lost");
    }

    private JsonNode report(String version) throws IOException {
        return new JsonMapper()
                .readTree(target.resolve(version + "/report/validation.json").toFile());
    }
}
