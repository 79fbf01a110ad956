package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cropmill.Slow;
import io.cropmill.config.SettingsLoader;
import io.cropmill.job.Jobs.RetireRequest;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of Parquet files that name no recording. */
@Slow
class NamelessRowsTest {
    @TempDir
    Path folder;

    private Path source() {
        return folder.resolve("source");
    }

    private JobOutcome run(String... settings) throws IOException {
        return Rebuilds.run(source().toUri(), folder.resolve("target").toUri(), settings);
    }

    private void refuses(String message, String... settings) {
        assertThatThrownBy(() -> run(settings)).hasMessage(message.replace("SOURCE", "file://" + source()));
    }

    /** One file with rows of x and y, and one row of each value that names no recording. */
    private void writeNameless(String values) throws IOException {
        Files.createDirectories(source());
        ParquetFiles.script(
                "import sys, pyarrow as pa, pyarrow.parquet as pq; r = " + values
                        + "; pq.write_table(pa.table({'recording':"
                        + " r, 'p': pa.array([[float(i)] for i in range(len(r))], pa.list_(pa.float32()))}), sys.argv[1])",
                source().resolve("a.parquet").toString());
        ParquetFiles.script(
                "import sys, pyarrow as pa, pyarrow.parquet as pq; pq.write_table(pa.table({'recording': ['y', 'z'],"
                        + " 'p': pa.array([[1.0], [2.0]], pa.list_(pa.float32()))}), sys.argv[1])",
                source().resolve("b.parquet").toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pa.array(['x','x',None,'y','x',None])|Expected a value in column 'recording' at row 2, but found null; name the recording of each row",
                "pa.array(['x','x',b'\\xff','y','x',b'x'], pa.binary())|Expected UTF-8 in column 'recording' at row 2, which says"
                        + " which recording a row belongs to, but found other bytes; write it again as text",
                "pa.array(['x','x','../v','y','x','..'])|Expected the name of a recording in column 'recording' at row 5, but found"
                        + " \"..\": Path",
                "pa.array(['x','x','','y','x',''])|Expected the name of a recording in column 'recording' at row 2, but found \"\":",
                "pa.array(['x','x','.h','y','x','.h'])|Expected the name of a recording in column 'recording' at row 2, but found"
                        + " \".h\": Name must have no part that begins with",
            })
    void skipsRecordingsOfFilesWithRowsThatNameNoneWhereBadRecordingsAreSkipped(String values, String message)
            throws IOException {
        writeNameless(values);
        JobOutcome outcome = run("source.point-fields=[p:1]", "rasters.default=null", "on-bad-recording=skip");
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(outcome.text()).contains("[a.parquet] " + message);
        assertThat(Rebuilds.data(folder.resolve("target/v000001")).keySet()).containsExactly("z.npy", "z.points.npy");
        assertThat(skipped("v000001")).containsExactly("x", "y");
    }

    private List<String> skipped(String version) throws IOException {
        return JsonMapper.builder()
                .build()
                .readTree(folder.resolve("target/" + version + "/manifest.json").toFile())
                .path("skipped")
                .findValuesAsText("name");
    }

    private List<String> states(String version) throws IOException {
        List<String> states = new ArrayList<>();
        JsonMapper.builder()
                .build()
                .readTree(folder.resolve("target/" + version + "/manifest.json").toFile())
                .path("recordings")
                .forEach(entry -> states.add(
                        entry.path("name").asText() + " " + entry.path("state").asText() + " "
                                + entry.path("crops").asInt()));
        return states;
    }

    /** A recording that lost rows to nulls would else be published without them, and the proof find nothing. */
    @Test
    void keepsARecordingThatLosesRowsToNullsAsItWas() throws IOException {
        String[] settings = {"source.point-fields=[p:1]", "rasters.default=null", "on-bad-recording=skip"};
        writeNameless("pa.array(['x','x','x','y','x','x'])");
        assertThat(run(settings).status()).isEqualTo(ExitCode.DONE);
        writeNameless("pa.array(['x','x',None,'y',None,None])");
        JobOutcome outcome = run(settings);
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(states("v000002")).containsExactly("x stale 5", "y stale 2", "z fresh 1");
        assertThat(skipped("v000002")).containsExactly("x", "y");
    }

    /** What else lies in a source does not keep a recording of a file of its own from being retired. */
    @Test
    void retiresRecordingsOfFilesWhoseRowsAllNameOne() throws IOException {
        String[] settings = {"source.point-fields=[p:1]", "rasters.default=null", "on-bad-recording=skip"};
        writeNameless("pa.array(['x','x','x','y','x','x'])");
        ParquetFiles.writeRecordings(source().resolve("c.parquet"), "recording", "'w', 'w'");
        assertThat(run(settings).status()).isEqualTo(ExitCode.DONE);
        writeNameless("pa.array(['x','x',None,'y',None,None])");
        assertThat(retire("w", settings).status()).isEqualTo(ExitCode.DONE);
        assertThatThrownBy(() -> retire("x", settings))
                .hasMessage(
                        "Cannot retire x: [a.parquet] Expected a value in column 'recording' at row 2, but found null;"
                                + " name the recording of each row");
    }

    private JobOutcome retire(String recording, String... settings) throws IOException {
        return new SparkJobs(Progress.silent())
                .retire(new RetireRequest(
                        source().toUri(),
                        folder.resolve("target").toUri(),
                        List.of(recording),
                        SettingsLoader.load(Optional.empty(), List.of(settings)),
                        RetireRequest.OnLoss.REFUSE));
    }

    /** A file that no recording may be called after. */
    @Test
    void skipsAFileOfWhichNoRowNamesARecordingWhereverItLies() throws IOException {
        ParquetFiles.writeRecordings(source().resolve("b.parquet"), "recording", "'x', 'y'");
        ParquetFiles.writeRecordings(source().resolve("report/part-0.parquet"), "recording", "None");
        JobOutcome outcome = run("source.point-fields=[p:1]", "rasters.default=null", "on-bad-recording=skip");
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(states("v000001")).containsExactly("x fresh 1", "y fresh 1");
        assertThat(skipped("v000001")).containsExactly("report/part-0.parquet");
    }

    @Test
    void endsWithTheFirstRowThatNamesNoRecording() throws IOException {
        writeNameless("pa.array(['x','x',None,'y','x',None])");
        refuses(
                "[a.parquet] Expected a value in column 'recording' at row 2, but found null; name the recording of each row",
                "source.point-fields=[p:1]",
                "rasters.default=null");
    }

    @Test
    void passesNullsOfWholeNumbers() throws IOException {
        writeNameless("pa.array([None, 7, 7, None, 8, 7], pa.uint64())");
        Files.delete(source().resolve("b.parquet"));
        JobOutcome outcome = run("source.point-fields=[p:1]", "rasters.default=null", "on-bad-recording=skip");
        assertThat(outcome.text())
                .contains(
                        "[a.parquet] Expected a value in column 'recording' at row 0, but found null; name the recording of each row");
        assertThat(outcome.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
    }
}
