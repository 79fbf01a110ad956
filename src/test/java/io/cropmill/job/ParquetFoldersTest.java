package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders as crop fields of recordings that several files hold. */
@Slow
class ParquetFoldersTest {
    @TempDir
    Path folder;

    @Test
    void provesPartitionFieldsOfRecordingsInSeveralFiles() throws IOException {
        String script = """
                import os, sys, pyarrow as pa, pyarrow.parquet as pq
                def part(folder, names):
                    os.makedirs(sys.argv[1] + folder)
                    table = pa.table({'recording': pa.array(names, pa.string()),
                        'p': pa.array([[1.0]] * len(names), pa.list_(pa.float32()))})
                    with pq.ParquetWriter(sys.argv[1] + folder + '/a.parquet', table.schema) as writer:
                        if names:
                            writer.write_table(table)
                part('/day=9/at%20noon=1.5', ['x', 'y', 'x'])
                part('/day=10/at%20noon=-2', ['x', 'y'])
                part('/day=none/at%20noon=never', [])
                """;
        Path source = folder.resolve("source");
        Path target = folder.resolve("target");
        ParquetFiles.script(script, source.toString());

        JobOutcome outcome = Rebuilds.run(
                source.toUri(),
                target.toUri(),
                "source.point-fields=[p:1]",
                "rasters.default=null",
                "source.partitions=field");

        assertThat(outcome.status()).as(outcome.text()).isEqualTo(ExitCode.DONE);
        assertThat(ParquetFiles.script(
                        "import sys, numpy; a = numpy.load(sys.argv[1]); print(a.dtype['day'], a['day'], a['at noon'])",
                        target.resolve("v000001/x.npy").toString()))
                .isEqualTo("int64 [ 9  9 10] [ 1.5  1.5 -2. ]\n");
    }
}
