package io.cropmill.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import io.cropmill.storage.MiniDfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Published versions as DataFrames: several at once, copies, and versions that are not whole. */
@Slow
class VersionFrameTest {
    @TempDir
    Path folder;

    private Path source;
    private Path target;

    @BeforeEach
    void writeRecordings() throws IOException {
        source = folder.resolve("source");
        target = folder.resolve("target");
        PaddedFile.write(source.resolve("drive/a.npy"), 40, 1, 10, 0, 40, 7, 22);
        PaddedFile.write(source.resolve("b.npy"), 40, 2, 3, 39, 0);
    }

    @Test
    void readsSeveralDatasetsOfDifferentRecordings() {
        Path other = folder.resolve("other");
        Frames.write(Frames.crops(source), target);
        Frames.write(Frames.crops(source.resolve("drive")), other);

        assertThat(Frames.json(load(target, other).groupBy("recording").count().orderBy("recording")))
                .containsExactly(
                        "{\"recording\":\"a\",\"count\":5}",
                        "{\"recording\":\"b\",\"count\":3}",
                        "{\"recording\":\"drive/a\",\"count\":5}");
    }

    @Test
    void refusesRecordingsOfOneNameFromSeveralLocations() {
        Path other = folder.resolve("other");
        Frames.write(Frames.crops(source), target);
        Frames.write(Frames.crops(source).where("recording = 'b'"), other);

        assertThatThrownBy(() -> load(target, other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "[" + folder.toUri() + "other/v000001/b.npy] Expected one file for recording 'b', but found "
                                + folder.toUri()
                                + "target/v000001/b.npy, too; load each location alone, and join them by union once the"
                                + " column recording of one has other names");
        assertThatThrownBy(() -> load(source.resolve("b.npy"), source.resolve("b.npy")))
                .hasMessageContaining("b.npy] Expected one file for recording 'b', but found ");
    }

    private static Dataset<Row> load(Path... locations) {
        return Frames.spark()
                .read()
                .format("crops")
                .load(Arrays.stream(locations).map(Path::toString).toArray(String[]::new));
    }

    @Test
    void readsACopyOfAVersionUnderAnotherName() throws IOException {
        Frames.write(Frames.crops(source), target, "points.layout", "plain");
        List<String> written = Frames.json(Frames.crops(target).orderBy("recording", "row"));
        Path version = target.resolve("v000001");

        for (String name : List.of("copy 1", "v000007")) {
            Path copy = folder.resolve(name);
            FileUtils.copyDirectory(version.toFile(), copy.toFile());
            assertThat(Frames.json(Frames.crops(copy).orderBy("recording", "row")))
                    .isEqualTo(written);
        }
    }

    @Test
    void refusesAVersionThatLacksAFile() throws IOException {
        Frames.write(Frames.crops(source), target);
        Files.delete(target.resolve("v000001/b.points.npy"));

        assertThatThrownBy(() -> Frames.crops(target))
                .hasMessage("[v000001/b.points.npy] Expected 864 bytes, as the manifest says, but found no file; it was"
                        + " changed or removed after it was published: read another version, or build it again with"
                        + " jobs/cropmill rebuild --full");
    }

    @Test
    void readsAVersionByItsFilesInSiblingsButNoCopyThatLacksThem() throws IOException {
        String root = MiniDfs.shared().newFolder();
        Dataset<Row> crops = Frames.crops(source).where("recording = 'b'");
        crops.write().format("crops").save(root);
        Frames.named(crops, "c").write().format("crops").mode("append").save(root);

        assertThat(Frames.spark().read().format("crops").load(root + "/v000002").count())
                .isEqualTo(6);
        org.apache.hadoop.fs.Path copy = new org.apache.hadoop.fs.Path(root + "/copy");
        MiniDfs.shared().fileSystem().rename(new org.apache.hadoop.fs.Path(root + "/v000002"), copy);
        assertThatThrownBy(() -> Frames.spark().read().format("crops").load(copy.toString()))
                .hasMessage("[manifest.json] Expected all files of v000002 in its folder, but found v000001/b.npy in"
                        + " another version's; give the dataset's folder as the source");
    }
}
