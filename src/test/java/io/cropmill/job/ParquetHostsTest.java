package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.rebuild.build.Split;
import io.cropmill.rebuild.build.SplitPlan;
import io.cropmill.rebuild.listing.SourceRecording;
import io.cropmill.spark.Stage;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.MiniDfs;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Tasks of one Parquet recording on HDFS run where the blocks of their rows lie. */
@Slow
class ParquetHostsTest {
    private static final int BLOCK = MiniDfs.BLOCK_BYTES;

    private static void write(String path, int bytes) throws IOException {
        try (OutputStream out = MiniDfs.shared().fileSystem().create(new Path(path))) {
            out.write(new byte[bytes]);
        }
    }

    @Test
    void eachSplitOfSeveralFilesAsksForTheHostsOfItsOwnBytes() throws IOException {
        String root = MiniDfs.shared().newFolder();
        write(root + "/part-1.parquet", 3 * BLOCK);
        write(root + "/part-2.parquet", BLOCK);
        try (Storage source = Storages.of(root, MiniDfs.shared().configuration())) {
            List<FileEntry> files = source.walk("");
            ParquetOrigin origin = new ParquetOrigin(files, ParquetOrigin.RecordingRows.ALL, List.of(), 4L * BLOCK);
            List<Split> splits = SplitPlan.splits(List.of(new SourceRecording("x", origin)), 2, BLOCK);
            assertThat(splits)
                    .extracting(Split::place)
                    .containsExactly(
                            new Split.FileRange("part-1.parquet", 0, BLOCK),
                            new Split.FileRange("part-1.parquet", BLOCK, BLOCK),
                            new Split.FileRange("part-1.parquet", 2L * BLOCK, BLOCK),
                            new Split.FileRange("part-2.parquet", 0, BLOCK));
            assertThat(splits)
                    .allSatisfy(split ->
                            assertThat(Stage.hosts(source, split.place())).containsExactly("127.0.0.1"));
        }
    }
}
