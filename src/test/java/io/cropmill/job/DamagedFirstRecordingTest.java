package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged recording that comes first sets no type of point for those that are whole. */
@Slow
class DamagedFirstRecordingTest {
    @TempDir
    Path folder;

    private Path source;

    @BeforeEach
    void makeSource() throws IOException {
        source = Files.createDirectory(folder.resolve("source"));
    }

    private JobOutcome run(String... settings) throws IOException {
        String[] all = Stream.concat(
                        Stream.of("on-bad-recording=skip", "rasters.default=null"), Arrays.stream(settings))
                .toArray(String[]::new);
        return Rebuilds.run(source.toUri(), folder.resolve("target").toUri(), all);
    }

    /** Counts are whole; the last page of points has other bytes where {@code damaged} is 1. */
    private void write(String name, String type, int damaged) throws IOException {
        ParquetFiles.script(
                "import sys, random, pyarrow as pa, pyarrow.parquet as pq; n = 400;"
                        + " t = pa.table({'point_count': pa.array([5] * n, pa.int32()), 'p': pa.array([[random.random()"
                        + " for j in range(5)] for i in range(n)], pa.list_(pa." + type + "()))});"
                        + " pq.write_table(t, sys.argv[1], compression='gzip', use_dictionary=False, data_page_size=1024,"
                        + " write_batch_size=100);"
                        + " c = pq.read_metadata(sys.argv[1]).row_group(0).column(1);"
                        + " f = open(sys.argv[1], 'r+b'); f.seek(c.data_page_offset + c.total_compressed_size - 300);"
                        + " f.write(b'\\xff' * 250 * " + damaged + "); f.close()",
                source.resolve(name).toString());
    }

    private void requireGoodPublished(JobOutcome outcome, String bad) throws IOException {
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.SKIPPED_RECORDINGS);
        assertThat(outcome.text()).contains("[" + bad + "] ").doesNotContain("[good.");
        assertThat(Rebuilds.data(folder.resolve("target/v000001")).keySet())
                .containsExactly("good.npy", "good.points.npy");
    }

    @Test
    void ofParquet() throws IOException {
        write("bomb.parquet", "float64", 1);
        write("good.parquet", "float32", 0);
        requireGoodPublished(run("source.point-fields=[p:1]"), "bomb.parquet");
    }

    @Test
    void ofWholeParquetTheFirstIsTheType() throws IOException {
        write("bomb.parquet", "float64", 1);
        write("good.parquet", "float32", 0);
        write("other.parquet", "float64", 0);
        JobOutcome outcome = run("source.point-fields=[p:1]");
        requireGoodPublished(outcome, "bomb.parquet");
        assertThat(outcome.text())
                .contains("[other.parquet] Expected points of type [('p', '<f4')], as in good.parquet, but found"
                        + " [('p', '<f8')]; give points of another type a source and a target of their own");
    }

    @Test
    void ofArrays() throws IOException {
        String header = "{'descr': [('xy', '<f8', (40, 2)), ('height', '<f4', (40,)), ('intensity', '<f4', (40,)),"
                + " ('point_count', '<i4')], 'fortran_order': False, 'shape': (3,), }";
        Files.write(source.resolve("bomb.npy"), PaddedFile.npy(header, new byte[2 * (40 * 24 + 4)]));
        PaddedFile.write(source.resolve("good.npy"), 40, 1, 3);
        requireGoodPublished(run(), "bomb.npy");
    }
}
