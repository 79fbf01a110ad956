package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row groups of every size, in one task and in many, with no more memory than a batch takes. */
@Slow
class RowGroupsTest {
    private static final String FIELDS = "source.point-fields=[\"xy:2\",height]";
    private static final String[] PAIRS = {"rasters.default=null", "cap=4000000", "source.recording-field=\"\""};

    /** Writes groups of crops of so many points; the values count on. */
    private static final String WRITE = """
            import sys, numpy as np, pyarrow as pa, pyarrow.parquet as pq
            def table(counts, first):
                ends = np.concatenate([[0], np.cumsum(counts)])
                values = np.arange(ends[-1], dtype=np.int64) + first
                lists = lambda width: pa.ListArray.from_arrays(pa.array(ends * width, pa.int32()), pa.array(
                    (np.repeat(values, width) % 8388593 + np.tile(np.arange(width), len(values))).astype(np.float32)))
                return pa.table({'xy': lists(2), 'height': lists(1), 'n': pa.array(np.arange(len(counts)), pa.int32())}), ends[-1]
            groups = eval(sys.argv[2])
            first, writer = 0, None
            for counts in groups:
                part, points = table(np.array(counts, np.int64), first)
                writer = writer or pq.ParquetWriter(sys.argv[1], part.schema, compression=sys.argv[3])
                writer.write_table(part, row_group_size=max(1, len(counts)))
                first += points
            writer.close()
            print(pq.ParquetFile(sys.argv[1]).num_row_groups)
            """;

    /** Compares a pair with what PyArrow reads, row group by row group. */
    private static final String CHECK = """
            import sys, numpy as np, pyarrow.parquet as pq
            file = pq.ParquetFile(sys.argv[1])
            meta = np.load(sys.argv[2] + '.npy', mmap_mode='r')
            points = np.load(sys.argv[2] + '.points.npy', mmap_mode='r')
            row = start = 0
            for group in range(file.num_row_groups):
                table = file.read_row_group(group, use_threads=False)
                if len(table) == 0:
                    continue
                heights = table.column('height').combine_chunks()
                counts = heights.value_lengths().to_numpy()
                flat = heights.flatten().to_numpy()
                xy = table.column('xy').combine_chunks().flatten().to_numpy().reshape(-1, 2)
                part = points[start:start + len(flat)]
                assert np.array_equal(part['height'], flat) and np.array_equal(part['xy'], xy), group
                assert np.array_equal(meta['point_count'][row:row + len(counts)], counts), group
                row, start = row + len(counts), start + len(flat)
            assert row == len(meta) and start == len(points), (row, start)
            print(row, 'crops,', start, 'points equal')
            """;

    @TempDir
    Path folder;

    private String write(String groups, String codec) throws IOException {
        Files.createDirectories(folder.resolve("source"));
        return ParquetFiles.script(WRITE, parquet(), groups, codec).strip();
    }

    private String parquet() {
        return folder.resolve("source/x.parquet").toString();
    }

    private String checked() throws IOException {
        return ParquetFiles.script(
                        CHECK, parquet(), folder.resolve("target/v000001/x").toString())
                .strip();
    }

    private void builds(String... more) throws IOException {
        String[] settings = java.util.stream.Stream.of(new String[] {FIELDS}, PAIRS, more)
                .flatMap(java.util.Arrays::stream)
                .toArray(String[]::new);
        JobOutcome outcome = Rebuilds.run(
                folder.resolve("source").toUri(), folder.resolve("target").toUri(), settings);
        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void readsGroupsOfOneRowOfNoneOfManyAndOneHugeCrop() throws IOException {
        assertThat(write("[[5], [], [0], [i % 7 for i in range(100000)], [], [3000000], [2, 0]]", "zstd"))
                .isEqualTo("7");
        builds();
        assertThat(checked()).isEqualTo("100005 crops, 3300002 points equal");
    }

    @Test
    void aFileWithoutRowsIsARecordingWithoutCrops() throws IOException {
        write("[[]]", "zstd");
        builds();
        assertThat(checked()).isEqualTo("0 crops, 0 points equal");
    }

    @Test
    void oneLargeFileIsReadByMoreThanOneTask() throws IOException {
        write("[[40] * 500 for group in range(8)]", "none");
        builds("split-bytes=100k");
        assertThat(checked()).isEqualTo("4000 crops, 160000 points equal");
    }

    /** A bounded form of what {@code jobs/large-parquet} does with 3 GB and 1 GB of heap. */
    @Test
    void needsNoMoreMemoryForALargeFile() throws IOException, InterruptedException {
        write("[[5000] * 1000 for group in range(9)]", "none");
        assertThat(Files.size(folder.resolve("source/x.parquet"))).isGreaterThan(530_000_000L);
        DriverProcess driver = DriverProcess.start(
                folder,
                Map.of("spark.master", "local[2]"),
                "rebuild",
                "--source",
                folder.resolve("source").toString(),
                "--target",
                folder.resolve("target").toString(),
                "--set",
                FIELDS,
                "--set",
                PAIRS[0],
                "--set",
                PAIRS[1],
                "--set",
                PAIRS[2]);
        assertThat(driver.end()).as(driver.printed()).isZero();
        assertThat(checked()).isEqualTo("9000 crops, 45000000 points equal");
    }
}
