package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.storage.MiniDfs;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Source and target on HDFS: the same bytes as on local disk. */
@Slow
class RebuildHdfsTest {
    private static final int CAPACITY = 40;

    @TempDir
    Path folder;

    @Test
    void givesTheBytesOfALocalRun() throws IOException {
        Path source = folder.resolve("source");
        int[] counts =
                IntStream.range(0, 50).map(row -> row * 17 % (CAPACITY + 1)).toArray();
        PaddedFile.write(source.resolve("drive/a.npy"), CAPACITY, 1, counts);
        PaddedFile.write(source.resolve("b.npy"), CAPACITY, 2, 3, 40);
        String[] settings = {"cap=25", "seed=9", "rasters.half.dtype=float16"};
        Rebuilds.run(source.toUri(), folder.resolve("target").toUri(), settings);

        FileSystem hdfs = MiniDfs.shared().fileSystem();
        String root = MiniDfs.shared().newFolder();
        hdfs.copyFromLocalFile(
                new org.apache.hadoop.fs.Path(source.toUri()), new org.apache.hadoop.fs.Path(root + "/source"));
        String[] split = {"cap=25", "seed=9", "rasters.half.dtype=float16", "split-bytes=5000"};
        JobOutcome outcome = Rebuilds.run(URI.create(root + "/source"), URI.create(root + "/target"), split);
        assertThat(outcome.status()).isEqualTo(ExitCode.DONE);
        assertThat(data(hdfs, root + "/target/v000001"))
                .hasSize(8)
                .isEqualTo(Rebuilds.data(folder.resolve("target/v000001")));
        assertThat(hdfs.listStatus(new org.apache.hadoop.fs.Path(root + "/target/v000001")))
                .extracting(status -> status.getPath().getName())
                .containsExactlyInAnyOrder(
                        "OWNER",
                        "PUBLISHED",
                        "report",
                        "manifest.json",
                        "drive",
                        "b.npy",
                        "b.points.npy",
                        "b.raster.npy",
                        "b.raster-half.npy");
    }

    @Test
    void readsLocalFilesIntoHdfs() throws IOException {
        Path source = folder.resolve("source");
        PaddedFile.write(source.resolve("a.npy"), CAPACITY, 1, 3, 4);
        String root = MiniDfs.shared().newFolder();
        Rebuilds.run(source.toUri(), URI.create(root));
        Rebuilds.run(source.toUri(), folder.resolve("target").toUri());
        assertThat(data(MiniDfs.shared().fileSystem(), root + "/v000001"))
                .isEqualTo(Rebuilds.data(folder.resolve("target/v000001")));
        try (FSDataInputStream current =
                MiniDfs.shared().fileSystem().open(new org.apache.hadoop.fs.Path(root + "/CURRENT"))) {
            assertThat(new String(current.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("v000001\n");
        }
        assertThat(Files.exists(folder.resolve("target/.CURRENT.crc"))).isFalse();
    }

    private static Map<String, String> data(FileSystem hdfs, String version) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        String root = URI.create(version).getPath();
        RemoteIterator<LocatedFileStatus> files = hdfs.listFiles(new org.apache.hadoop.fs.Path(version), true);
        while (files.hasNext()) {
            org.apache.hadoop.fs.Path file = files.next().getPath();
            if (file.getName().endsWith(".npy")) {
                try (FSDataInputStream in = hdfs.open(file)) {
                    contents.put(
                            file.toUri().getPath().substring(root.length() + 1),
                            new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return contents;
    }
}
